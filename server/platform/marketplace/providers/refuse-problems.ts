import { Refusal } from '#platform/model/refusal.ts'

/** Problems by path in the input. */
export type Problems = Record<string, string>

/** A valid value, or the problem with it. */
export type CheckResult<T> = { value: T } | { problem: string }

export const noProblems = (): Problems => Object.create(null)

/** Refuses with all problems at once; `what` names the input. */
export function refuseProblems(what: string, problems: Problems): void {
  const entries = Object.entries(problems)
  if (entries.length === 0) return
  const list = entries.map(([path, problem]) => (path ? `${path}: ${problem}` : problem)).join(' ')
  throw new Refusal('invalid', `${what} cannot be used. ${list}`, { fields: { ...problems } })
}

/** Control characters, line breaks and bidirectional controls. */
const hostile = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Problem of a single-line display text. */
export function lineProblem(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'This must be a text.'
  if (value.length > maxLength) return `More than ${maxLength} characters are too many.`
  return hostile.test(value)
    ? 'A line break or another control character cannot be in it.'
    : undefined
}

/** Like `lineProblem`, for a text that must not be empty. */
export const nameProblem = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value.trim() === ''
    ? 'This must not be empty.'
    : lineProblem(value, maxLength)
