import { satisfies, validRange } from '@renovatebot/pep440'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** The newest of these that fits. */
export function fittingPython(wanted: VersionRequest, lines: readonly string[]): string {
  const version = lineFor(wanted, lines)
  if (version) return version
  throw new Failure(
    'recipe',
    `There is no Python for ${wanted.origin} ${quote(wanted.text)}: the versions that can be had are ${lines.join(', ')}.`,
  )
}

/** The newest of these lines that fits, or none. */
export function lineFor(wanted: VersionRequest, lines: readonly string[]): string | undefined {
  const range = rangeOf(wanted)
  return lines.findLast((line) => fits(line, range))
}

/** The first line of Python that uv has releases of, and one above all that there will be for years. */
const publishedMinors = { first: 8, last: 40 }

/**
 * A release or a line of Python that is in none of these lines, as uv names what it fetches: an exact release as it is asked for, else the nearest line that fits, of those below the
 * newest the highest. Whether it exists is known to uv alone.
 */
export function publishedPython(
  wanted: VersionRequest,
  lines: readonly string[],
): string | undefined {
  const { first, last } = publishedMinors
  const [, minor, patch = ''] =
    /^v?3\.(\d{1,2})(\.\d{1,3})?(?:\.\*)?$/.exec(wanted.text.trim()) ?? []
  if (minor !== undefined) {
    return Number(minor) >= first && Number(minor) <= last ? `3.${minor}${patch}` : undefined
  }
  const range = rangeOf(wanted)
  const others = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (each) => !lines.includes(`3.${each}`),
  )
  const newest = Number(lines.at(-1)?.split('.')[1] ?? 0)
  const nearest = [
    ...others.filter((each) => each < newest).reverse(),
    ...others.filter((each) => each > newest),
  ]
  const found = nearest.find((each) => fits(`3.${each}`, range))
  return found === undefined ? undefined : `3.${found}`
}

/** A plain number means all below it, whatever patch it ends with: a suite has one patch of its line. */
function rangeOf({ text, origin }: VersionRequest): string {
  const [plain] = /^v?(\d+(?:\.\d+)?)(?:\.\d+|\.\*)*$/.exec(text.trim()) ? plainLine(text) : []
  const range = plain ?? text
  if (validRange(range)) return range
  throw new Failure(
    'recipe',
    `${origin} is ${quote(text)}, which is not a version of Python: use one such as 3.13 or >=3.11.`,
  )
}

function plainLine(text: string): [string] {
  const [, line = ''] = /^v?(\d+(?:\.\d+)?)/.exec(text.trim()) ?? []
  return [`==${line}.*`]
}

/** A line fits where one of its patches may: `>=3.11.4` is `3.11` with the fixes of its suite. */
const fits = (line: string, range: string) =>
  ['', '.0', '.99'].some((patch) => satisfies(`${line}${patch}`, range))
