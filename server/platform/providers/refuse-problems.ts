import { Refusal } from '#platform/refusal.ts'

/** What is wrong, by the path inside what was sent. */
export type Problems = Record<string, string>

/** Something that came of what was sent, or what is wrong with it. */
export type CheckResult<T> = { value: T } | { problem: string }

export const noProblems = (): Problems => Object.create(null)

/** Refuses with every problem at once; `what` is what cannot be used. */
export function refuseProblems(what: string, problems: Problems): void {
  const entries = Object.entries(problems)
  if (entries.length === 0) return
  const list = entries.map(([path, problem]) => (path ? `${path}: ${problem}` : problem)).join(' ')
  throw new Refusal('invalid', `${what} cannot be used. ${list}`, { fields: { ...problems } })
}

/** Line breaks, other control characters, and those that turn the direction of the text around them. */
const hostile = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** What is wrong with one line that people read. */
export function lineProblem(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'This must be a text.'
  if (value.length > maxLength) return `More than ${maxLength} characters are too many.`
  return hostile.test(value)
    ? 'A line break or another control character cannot be in it.'
    : undefined
}

/** Like a line that must not be empty. */
export const nameProblem = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value.trim() === ''
    ? 'This must not be empty.'
    : lineProblem(value, maxLength)
