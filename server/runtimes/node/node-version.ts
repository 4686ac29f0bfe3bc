import { Range, satisfies, validRange } from 'semver'
import type { Catalogue } from '#runtimes/catalogue.ts'
import { chooseVersion, type VersionWish } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import { quote } from '#runtimes/quote.ts'

export const defaultNodeVersion = '22.20.0'

/** What an owner may have said about the version of Node. */
export interface NodeWishes {
  /** The exact version of `mise.toml`; wins. */
  given?: string | undefined
  /** `engines.node` of package.json */
  engines: string | undefined
  /** `CC_NODE_VERSION` */
  variable: string | undefined
}

export interface NodeChoice {
  version: string
  notes: string[]
  warnings: string[]
}

/** The newest of `versions` that answers the wish that counts, or the default when there is none. */
export function chooseNode(
  { given, engines, variable }: NodeWishes,
  versions: readonly string[],
): NodeChoice {
  const [wish, ...unheard] = [
    ...wishFrom('mise.toml', given),
    ...wishFrom('engines.node', engines),
    ...wishFrom('CC_NODE_VERSION', variable),
  ]
  if (!wish) {
    const version = defaultNodeVersion
    return { version, notes: [`Node ${version} (default)`], warnings: [] }
  }
  const version = chooseVersion(wish, knownTools.node, versions)
  return {
    version,
    notes: [
      `Node ${version} (${wish.origin} ${quote(wish.text)})`,
      ...unheard.map(({ origin }) => `${origin} is not used, because ${wish.origin} is given.`),
    ],
    warnings: openEnd(wish, version),
  }
}

/** A wish that any version answers is none. */
function wishFrom(origin: string, text: string | undefined): VersionWish[] {
  const wish = text?.trim() ?? ''
  return /^[*xX]?$/.test(wish) ? [] : [{ text: wish, origin }]
}

function openEnd({ text, origin }: VersionWish, version: string): string[] {
  const far = '9999.0.0'
  if (!validRange(text) || !satisfies(far, new Range(text))) return []
  const line = `${version.split('.')[0]}.x`
  return [
    `${origin} ${quote(text)} has no upper end, so a new major version of Node is taken as soon as it is known here: ${quote(line)} stays on one.`,
  ]
}

/** A warning when the line of this Node has ended. */
export function endedLine(version: string, { endOfLife, today }: Catalogue): string[] {
  const ended = endOfLife(version)
  if (ended === undefined || ended > today()) return []
  return [
    `Node ${version.split('.')[0]} reached its end of life on ${ended} and gets no more security fixes: move to a newer line.`,
  ]
}
