import { allSatisfying, maxSatisfying, satisfies } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { knownNode } from '#runtimes/known-tools.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'
import { npmFor } from './package-managers/npm/npm-version.ts'

/** The default of the specification. */
const specifiedVersion = '22.20.0'

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

/** What `chooseNode` needs of the catalogue. */
export type NodeFacts = Pick<Catalogue, 'versions' | 'longTermName' | 'defaults'>

const usable = new WeakMap<readonly string[], readonly string[]>()

/** Releases that an npm runs on, oldest first; found once for a list of the catalogue. */
function usableVersions({ versions }: NodeFacts): readonly string[] {
  const all = versions('node')
  const found = usable.get(all) ?? all.filter((version) => npmFor(version))
  usable.set(all, found)
  return found
}

/** The newest release that satisfies the deciding request, or the default when there is none. */
export function chooseNode(
  { given, engines, variable, files = [] }: NodeVersionRequest,
  facts: NodeFacts,
): NodeChoice {
  const [request, ...others] = [
    ...requestFrom('mise.toml', given),
    ...requestFrom('engines.node', engines),
    ...requestFrom('CC_NODE_VERSION', variable),
  ]
  if (!request) return chooseByFiles(files, facts)
  const narrower = others.find(({ origin }) => origin === 'CC_NODE_VERSION')
  const within = narrower && versionWithin(request, narrower, facts)
  if (within) return choice(narrower, within, `, within ${request.origin} ${quote(request.text)}`)
  const chosen = choice(request, newestFor(request, facts))
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
  facts: NodeFacts,
): string | undefined {
  if (request.origin !== 'engines.node') return undefined
  const allowed = allSatisfying(usableVersions(facts), request.text)
  const version = answerOf(narrower, facts)
  return typeof version === 'string' && allowed.includes(version) ? version : undefined
}

/** Files outside the specification: an outdated one must not fail an application that was deployed without it. */
function chooseByFiles(files: readonly VersionRequest[], facts: NodeFacts): NodeChoice {
  const warnings: string[] = []
  for (const request of files) {
    const answer = answerOf(request, facts)
    if (typeof answer === 'string') {
      const chosen = choice(request, answer)
      return { ...chosen, warnings: [...warnings, ...chosen.warnings] }
    }
    warnings.push(`${request.origin} is not used. ${answer.message}`)
  }
  const version = defaultNode(facts)
  return { version, notes: [`Node ${version} (default)`], warnings }
}

/** The latest release with long-term support. */
function defaultNode(facts: NodeFacts): string {
  if (facts.defaults === 'spec') return specifiedVersion
  const newest = usableVersions(facts).findLast((version) => facts.longTermName(version))
  return newest ?? specifiedVersion
}

function answerOf(request: VersionRequest, facts: NodeFacts): string | Failure {
  try {
    return newestFor(request, facts)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** For a range without an upper bound, the newest LTS release in it, if any. */
function newestFor(request: VersionRequest, facts: NodeFacts): string {
  const versions = usableVersions(facts)
  const supported = isOpen(request.text) ? versions.filter((each) => facts.longTermName(each)) : []
  const newest = maxSatisfying(supported, request.text)
  return newest ?? chooseVersion(request, knownNode(facts), versions)
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
