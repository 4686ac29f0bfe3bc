import { allSatisfying, maxSatisfying, satisfies } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Catalogue, chooseVersion, type VersionRequest } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import { isLongTermSupport } from '#runtimes/long-term-support.ts'
import { quote } from '#runtimes/variable.ts'

const defaultNodeVersion = '22.20.0'

/** Requests of an owner for a version of Node. */
export interface NodeVersionRequest {
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
  { given, engines, variable, files = [] }: NodeVersionRequest,
  versions: readonly string[],
): NodeChoice {
  const [request, ...others] = [
    ...requestFrom('mise.toml', given),
    ...requestFrom('engines.node', engines),
    ...requestFrom('CC_NODE_VERSION', variable),
  ]
  if (!request) return chooseByFiles(files, versions)
  const narrower = others.find(({ origin }) => origin === 'CC_NODE_VERSION')
  const within = narrower && versionWithin(request, narrower, versions)
  if (within) return choice(narrower, within, `, within ${request.origin} ${quote(request.text)}`)
  const chosen = choice(request, newestFor(request, versions))
  const unheard = [...others, ...files].map(
    ({ origin }) => `${origin} is not used, because ${request.origin} is given.`,
  )
  return { ...chosen, notes: [...chosen.notes, ...unheard] }
}

function choice(request: VersionRequest, version: string, more = ''): NodeChoice {
  return {
    version,
    notes: [`Node ${version} (${request.origin} ${quote(request.text)}${more})`],
    warnings: openEnd(request, version),
  }
}

/** The release requested by the variable, if `engines.node` allows it. */
function versionWithin(
  request: VersionRequest,
  narrower: VersionRequest,
  versions: readonly string[],
): string | undefined {
  if (request.origin !== 'engines.node') return undefined
  const allowed = allSatisfying(versions, request.text)
  const version = answerOf(narrower, versions)
  return typeof version === 'string' && allowed.includes(version) ? version : undefined
}

/** Files outside the specification: an outdated one must not fail an application that was deployed without it. */
function chooseByFiles(files: readonly VersionRequest[], versions: readonly string[]): NodeChoice {
  const warnings: string[] = []
  for (const request of files) {
    const answer = answerOf(request, versions)
    if (typeof answer === 'string') {
      const chosen = choice(request, answer)
      return { ...chosen, warnings: [...warnings, ...chosen.warnings] }
    }
    warnings.push(`${request.origin} is not used. ${answer.message}`)
  }
  const version = defaultNodeVersion
  return { version, notes: [`Node ${version} (default)`], warnings }
}

function answerOf(request: VersionRequest, versions: readonly string[]): string | Failure {
  try {
    return newestFor(request, versions)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** For a range without an upper bound, the newest LTS release in it, if any. */
function newestFor(request: VersionRequest, versions: readonly string[]): string {
  const supported = isOpen(request.text) ? versions.filter((each) => isLongTermSupport(each)) : []
  return maxSatisfying(supported, request.text) ?? chooseVersion(request, knownTools.node, versions)
}

/** A request for any version counts as none. */
function requestFrom(origin: string, text: string | undefined): VersionRequest[] {
  const trimmed = text?.trim() ?? ''
  return /^[*xX]?$/.test(trimmed) ? [] : [{ text: trimmed, origin }]
}

const isOpen = (text: string): boolean => satisfies('9999.0.0', text)

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
