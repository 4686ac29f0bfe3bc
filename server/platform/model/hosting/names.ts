import { Refusal } from '#platform/model/refusal.ts'

const maxNameLength = 100
const maxDescriptionLength = 1000
const maxValueLength = 128 * 1024
const maxEnvironmentLength = 512 * 1024
const maxVariables = 1000
/** Control characters, line breaks and bidirectional controls. */
const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
/** Same pattern as in the public clients. */
const variableName = /^[a-zA-Z0-9-_.]+$/
const branchName = /^(?!.*(\.\.|\/\/|@\{|\.lock$|\.lock\/))[A-Za-z0-9_][A-Za-z0-9._/-]*(?<![./])$/

export function validateName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('invalid', 'The name must not be empty.')
  if (trimmed.length > maxNameLength) {
    throw new Refusal('invalid', `The name is longer than ${maxNameLength} characters.`)
  }
  if (controlCharacters.test(trimmed)) {
    throw new Refusal('invalid', 'The name contains a line break or another control character.')
  }
  return trimmed
}

export function validateDescription(description: string): string {
  if (description.length > maxDescriptionLength) {
    throw new Refusal(
      'invalid',
      `The description is longer than ${maxDescriptionLength} characters.`,
    )
  }
  if (controlCharacters.test(description)) {
    throw new Refusal(
      'invalid',
      'The description contains a line break or another control character.',
    )
  }
  return description
}

export function validateBranch(branch: string): string {
  if (branch.length <= 200 && branchName.test(branch)) return branch
  throw new Refusal(
    'invalid',
    `${JSON.stringify(branch.slice(0, 200))} is not a valid branch name.`,
  )
}

/** Refuses invalid variables, listing all problems by name. */
export function validateVariables(variables: Readonly<Record<string, string>>): void {
  const fields: Record<string, string> = Object.create(null)
  const entries = Object.entries(variables)
  if (entries.length > maxVariables) {
    throw new Refusal(
      'invalid',
      `${entries.length} variables are too many: at most ${maxVariables} are allowed.`,
      {
        reason: 'variables-invalid',
        fields: { '*': `there are more than ${maxVariables} variables` },
      },
    )
  }
  let bytes = 0
  for (const [name, value] of entries) {
    bytes += name.length + Buffer.byteLength(value)
    const problem = problemOf(name, value)
    if (problem) fields[name.slice(0, maxNameLength)] = problem
  }
  if (bytes > maxEnvironmentLength) {
    fields['*'] = `all variables together are larger than ${maxEnvironmentLength / 1024} KB`
  }
  const problems = Object.entries(fields)
  if (problems.length === 0) return
  throw new Refusal(
    'invalid',
    `Invalid variables: ${problems.map(([name, why]) => `${JSON.stringify(name)}: ${why}`).join('; ')}.`,
    { reason: 'variables-invalid', fields },
  )
}

function problemOf(name: string, value: string): string | undefined {
  if (!variableName.test(name) || name.length > maxNameLength) {
    return 'a name consists of at most 100 letters, digits, underscores, dots and dashes'
  }
  if (value.includes('\0')) return 'a value cannot contain the character NUL'
  if (Buffer.byteLength(value) > maxValueLength) {
    return `a value is at most ${maxValueLength / 1024} KB`
  }
  return undefined
}
