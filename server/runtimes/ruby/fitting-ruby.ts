import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** The newest of these lines that fits, by the rules of RubyGems. */
export function fittingRuby(wanted: VersionRequest, lines: readonly string[]): string {
  const requirements = requirementsOf(wanted)
  const line = lines.findLast((each) => fits(each, requirements))
  if (line) return line
  throw new Failure(
    'recipe',
    `There is no Ruby for ${wanted.origin} ${quote(wanted.text)}: the versions that can be had are ${lines.join(', ')}.`,
  )
}

interface Requirement {
  operator: string
  numbers: number[]
}

/** `~> 3.1`, or several with commas between them; a plain number means all below it, and a patch its line, as a suite has one patch of each. */
function requirementsOf({ text, origin }: VersionRequest): Requirement[] {
  return text.split(',').map((part) => {
    const [, operator = '', version = ''] =
      /^(=|!=|<=|>=|<|>|~>)? *(?:ruby-|v)?(\d{1,4}(?:\.\d{1,4}){0,3})(?:[p.-][\w.]{1,20})?$/.exec(
        part.trim(),
      ) ?? []
    if (version === '') {
      throw new Failure(
        'recipe',
        `${origin} is ${quote(text)}, which is not a version of Ruby: use one such as 3.3 or ~> 3.1.`,
      )
    }
    return { operator, numbers: version.split('.').map(Number) }
  })
}

/** A line fits where one of its patches may: `>= 3.1.4` is `3.1` with the fixes of its suite. */
const fits = (line: string, requirements: readonly Requirement[]) =>
  [0, 4, 99].some((patch) => {
    const version = [...line.split('.').map(Number), patch]
    return requirements.every((each) => satisfies(version, each))
  })

function satisfies(version: readonly number[], { operator, numbers }: Requirement): boolean {
  const order = compare(version, numbers)
  switch (operator) {
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
    case '!=':
      return numbers.length > 2 || !begins(version, numbers)
    case '~>':
      return order >= 0 && begins(version, numbers.slice(0, Math.max(1, numbers.length - 1)))
    default:
      return begins(version, numbers.slice(0, 2))
  }
}

function compare(version: readonly number[], other: readonly number[]): number {
  for (const [place, number] of version.entries()) {
    const difference = number - (other[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const begins = (version: readonly number[], numbers: readonly number[]) =>
  numbers.every((number, place) => version[place] === number)
