import { maxSatisfying, minVersion, rcompare, validRange } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type KnownTool, newestFirst } from './known-tools.ts'
import { quote } from './variable.ts'
import type { VersionRequest } from './version-request.ts'

/** The newest of `versions` that satisfies the request; the failure names the nearest ones when none does. */
export function chooseVersion(
  request: VersionRequest,
  { title, examples, words, choose }: KnownTool,
  versions: readonly string[],
): string {
  const { text, origin } = request
  const newest = choose ? versions.toReversed() : newestFirst(versions)
  const sentence = `There is no ${title} for ${origin} ${quote(text)}`
  const word = new Map(Object.entries(words)).get(text.toLowerCase())
  if (word) {
    const version = word(newest)
    if (version) return version
    throw new Failure('recipe', `${sentence}.`)
  }
  if (choose) return choose(request, versions)
  const range = validRange(text)
  if (range === null) {
    throw new Failure(
      'recipe',
      `${origin} is ${quote(text)}, which is not a version of ${title}: use one such as ${examples}.`,
    )
  }
  const version = maxSatisfying(newest, range)
  if (version) return version
  throw new Failure('recipe', `${sentence}${nearest(range, newest)}.`)
}

function nearest(range: string, newest: string[]): string {
  const from = minVersion(range)
  const below = newest.find((version) => from && rcompare(version, from) > 0)
  const above = newest.findLast((version) => from && rcompare(version, from) < 0)
  const found = [below, above].filter((version) => version !== undefined)
  if (found.length === 0) return ''
  return `; the nearest here ${found.length === 1 ? 'is' : 'are'} ${found.join(' and ')}`
}

/** Values of the operator's choice of default versions. */
export type DefaultVersions = 'newest' | 'spec'

/** Dated facts for planning, so that it needs no network. */
export interface Catalogue {
  /** Available releases of a tool, oldest first. */
  versions(tool: string): readonly string[]
  /** Day on which a release line of Node reaches its end of life, as in `2027-04-30`. */
  endOfLife(nodeVersion: string): string | undefined
  /** Code name of the long-term support of a release of Node, in lower case; none without such support. */
  longTermName(nodeVersion: string): string | undefined
  /** Names of the newest releases of channels of a tool, such as `nightly-2026-10-30`, by the channel. */
  channels(tool: string): Readonly<Record<string, string>>
  /** What is taken where nobody asks for a version: `newest` of the line with the longest support, or what the specification fixes. */
  defaults: DefaultVersions
  /** Current day, in the same form. */
  today(): string
}
