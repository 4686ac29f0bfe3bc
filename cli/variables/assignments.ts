import { UsageError } from '#cli/refusal.ts'
import type { Variable } from '#client/resources/applications/environment.ts'

/** Argument of the commands that set variables. */
export const assignmentArgument = {
  name: 'variable',
  summary: 'NAME=value pairs, or one name and its value (put a value that begins with - after --)',
  repeated: true,
} as const

/** Parses `A=b C=d`, or `A b`. */
export function readAssignments(typed: readonly string[], words: string): Variable[] {
  const [first = '', value] = typed
  if (!first.includes('=')) {
    if (value === undefined)
      throw new UsageError(`Missing value for '${first}': use ${first}=value.`, words)
    if (typed.length > 2)
      throw new UsageError(`Invalid variable '${first}': use NAME=value.`, words)
    return [{ name: first, value }]
  }
  return typed.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`Invalid variable '${text}': use NAME=value.`, words)
    return { name: text.slice(0, at), value: text.slice(at + 1) }
  })
}

/** Output of a command: one variable as an object, several as a list. */
export const assignmentsAnswer = (variables: readonly Variable[]): Variable | Variable[] => {
  const [only, ...others] = variables
  return only && others.length === 0 ? only : [...variables]
}

/** "A", "A and B", "A, B and C". */
export function namesText(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
