import { maxSatisfying, Range, satisfies, validRange } from 'semver'
import { Failure } from '#platform/deployments/failure.ts'
import { type Catalogue, chooseVersion, type VersionRequest } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import { isLongTermSupport } from '#runtimes/long-term-support.ts'
import { quote } from '#runtimes/variable.ts'

export const defaultNodeVersion = '22.20.0'

/** Requests of an owner for a version of Node. */
export interface NodeWishes {
  /** Exact version from `mise.toml`; wins. */
  given?: string | undefined
  /** `engines.node` of package.json */
  engines: string | undefined
  /** `CC_NODE_VERSION` */
  variable: string | undefined
  /** Contents of `.nvmrc` and `.node-version`; one that cannot be satisfied is ignored. */
  files?: readonly VersionRequest[]
}

export interface NodeChoice {
  version: string
  notes: string[]
  warnings: string[]
}

/** The newest of `versions` that satisfies the deciding request, or the default when there is none. */
export function chooseNode(
  { given, engines, variable, files = [] }: NodeWishes,
  versions: readonly string[],
): NodeChoice {
  const [wish, ...others] = [
    ...wishFrom('mise.toml', given),
    ...wishFrom('engines.node', engines),
    ...wishFrom('CC_NODE_VERSION', variable),
  ]
  if (!wish) return chooseByFiles(files, versions)
  const narrower = others.find(({ origin }) => origin === 'CC_NODE_VERSION')
  const within = narrower && versionWithin(wish, narrower, versions)
  if (within) return choice(narrower, within, `, within ${wish.origin} ${quote(wish.text)}`)
  const chosen = choice(wish, newestFor(wish, versions))
  const unheard = [...others, ...files].map(
    ({ origin }) => `${origin} is not used, because ${wish.origin} is given.`,
  )
  return { ...chosen, notes: [...chosen.notes, ...unheard] }
}

function choice(wish: VersionRequest, version: string, more = ''): NodeChoice {
  return {
    version,
    notes: [`Node ${version} (${wish.origin} ${quote(wish.text)}${more})`],
    warnings: openEnd(wish, version),
  }
}

/** The release requested by the variable, if `engines.node` allows it. */
function versionWithin(
  wish: VersionRequest,
  narrower: VersionRequest,
  versions: readonly string[],
): string | undefined {
  if (wish.origin !== 'engines.node' || !validRange(wish.text)) return undefined
  const allowed = versions.filter((version) => satisfies(version, wish.text))
  const version = answerOf(narrower, versions)
  return typeof version === 'string' && allowed.includes(version) ? version : undefined
}

/** Files outside the specification: an outdated one must not fail an application that was deployed without it. */
function chooseByFiles(files: readonly VersionRequest[], versions: readonly string[]): NodeChoice {
  const warnings: string[] = []
  for (const wish of files) {
    const answer = answerOf(wish, versions)
    if (typeof answer === 'string') {
      const chosen = choice(wish, answer)
      return { ...chosen, warnings: [...warnings, ...chosen.warnings] }
    }
    warnings.push(`${wish.origin} is not used. ${answer.message}`)
  }
  const version = defaultNodeVersion
  return { version, notes: [`Node ${version} (default)`], warnings }
}

function answerOf(wish: VersionRequest, versions: readonly string[]): string | Failure {
  try {
    return newestFor(wish, versions)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** For a range without an upper bound, the newest LTS release in it, if any. */
function newestFor(wish: VersionRequest, versions: readonly string[]): string {
  const supported = isOpen(wish.text) ? versions.filter((each) => isLongTermSupport(each)) : []
  return maxSatisfying(supported, wish.text) ?? chooseVersion(wish, knownTools.node, versions)
}

/** A request for any version counts as none. */
function wishFrom(origin: string, text: string | undefined): VersionRequest[] {
  const wish = text?.trim() ?? ''
  return /^[*xX]?$/.test(wish) ? [] : [{ text: wish, origin }]
}

const maxRange = 200

function isOpen(text: string): boolean {
  const far = '9999.0.0'
  return text.length <= maxRange && validRange(text) !== null && satisfies(far, new Range(text))
}

function openEnd({ text, origin }: VersionRequest, version: string): string[] {
  if (!isOpen(text)) return []
  const line = `${version.split('.')[0]}.x`
  return [
    `${origin} ${quote(text)} has no upper end, so the next long-term line of Node is taken as soon as it is known here: ${quote(line)} stays on one.`,
  ]
}

/** A warning when this release line has reached its end of life. */
export function endedLine(version: string, { endOfLife, today }: Catalogue): string[] {
  const ended = endOfLife(version)
  if (ended === undefined || ended > today()) return []
  return [
    `Node ${version.split('.')[0]} reached its end of life on ${ended} and gets no more security fixes: move to a newer line.`,
  ]
}
