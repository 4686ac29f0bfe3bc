import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** The newest of these that fits. */
export function fittingPhp(wanted: VersionRequest, lines: readonly string[]): string {
  const range = parseConstraint(wanted.text)
  if (!range) {
    throw new Failure(
      'recipe',
      `${wanted.origin} is ${quote(wanted.text)}, which is not a version of PHP: use one such as 8.4, ^8.2 or >=8.1.`,
    )
  }
  const version = lines.findLast((line) => fits(line, range))
  if (version) return version
  throw new Failure(
    'recipe',
    `There is no PHP for ${wanted.origin} ${quote(wanted.text)}: the versions that can be had are ${lines.join(', ')}.`,
  )
}

/** Whether some patch of a line satisfies a constraint as Composer writes them; one that cannot be read excludes nothing. */
export function isFitting(line: string, constraint: string): boolean {
  const range = parseConstraint(constraint)
  return range === undefined || fits(line, range)
}

type Version = readonly [number, number, number]

/** From the first version on, before the second; exclusions of single versions change no line. */
interface Span {
  from: Version
  before: Version
}

/** Any of the alternatives. */
type Range = Span[]

const end: Version = [9999, 0, 0]

/** A line fits where its span and an alternative have a version in common: which patch of a line there is cannot be known before a deployment. */
function fits(line: string, range: Range): boolean {
  const [major = 0, minor = 0] = line.split('.').map(Number)
  const own: Span = { from: [major, minor, 0], before: [major, minor + 1, 0] }
  return range.some((span) => {
    const { from, before } = common(own, span)
    return compare(from, before) < 0
  })
}

const common = (one: Span, other: Span): Span => ({
  from: compare(one.from, other.from) > 0 ? one.from : other.from,
  before: compare(one.before, other.before) < 0 ? one.before : other.before,
})

const compare = (one: Version, other: Version): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2]

const maxLength = 300

/** Composer's constraints: alternatives between `||` or `|`, of conditions between commas or blanks that all hold. */
function parseConstraint(text: string): Range | undefined {
  if (text.length > maxLength) return undefined
  const range: Range = []
  for (const alternative of text.split('|').filter((part) => part.trim() !== '')) {
    const span = parseAlternative(alternative)
    if (!span) return undefined
    range.push(span)
  }
  return range.length > 0 ? range : undefined
}

function parseAlternative(text: string): Span | undefined {
  const hyphen = /^\s*([\w.*]+)\s+-\s+([\w.*]+)\s*$/.exec(text)
  const words = hyphen
    ? [`>=${hyphen[1]}`, `<=${hyphen[2]}`]
    : text
        .replace(/([<>=!^~])\s+(?=[\dv*])/g, '$1')
        .split(/[\s,]+/)
        .filter(Boolean)
  let span: Span | undefined
  for (const word of words) {
    const next = parseCondition(word)
    if (!next) return undefined
    span = span ? common(span, next) : next
  }
  return span
}

const condition =
  /^(\^|~|>=|<=|!=|<>|>|<|==?)?v?(\d{1,4}|[*x])(?:\.(\d{1,4}|[*x]))?(?:\.(\d{1,6}|[*x]))?(?:\.(?:\d{1,6}|[*x]))?(?:[-@+][\w.-]{1,40})?$/i

function parseCondition(word: string): Span | undefined {
  const found = condition.exec(word)
  if (!found) return undefined
  const [, operator = '', ...parts] = found
  const numbers = parts.flatMap((part) => (part && /^\d/.test(part) ? [Number(part)] : []))
  const [major = 0, minor = 0, patch = 0] = numbers
  const from: Version = [major, minor, patch]
  const start: Version = [0, 0, 0]
  if (numbers.length === 0 || operator === '!=' || operator === '<>') {
    return { from: start, before: end }
  }
  // What is below the last number that is there: all of 8 for `8`, all of 8.2 for `8.2` and any patch of it, of which a suite has one.
  const after: Version = numbers.length === 1 ? [major + 1, 0, 0] : [major, minor + 1, 0]
  switch (operator) {
    case '^':
      return { from, before: [major + 1, 0, 0] }
    case '~':
      return { from, before: numbers.length === 3 ? [major, minor + 1, 0] : [major + 1, 0, 0] }
    case '>=':
      return { from, before: end }
    case '>':
      return { from: [major, minor, patch + 1], before: end }
    case '<':
      return { from: start, before: from }
    case '<=':
      return { from: start, before: [major, minor, patch + 1] }
    default:
      return { from: numbers.length === 3 ? [major, minor, 0] : from, before: after }
  }
}
