import { satisfies, validRange } from '@renovatebot/pep440'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** The newest of these that fits. */
export function fittingPython(wanted: VersionRequest, lines: readonly string[]): string {
  const range = rangeOf(wanted)
  const version = lines.findLast((line) => fits(line, range))
  if (version) return version
  throw new Failure(
    'recipe',
    `There is no Python for ${wanted.origin} ${quote(wanted.text)}: the versions that can be had are ${lines.join(', ')}.`,
  )
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
