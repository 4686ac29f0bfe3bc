import { satisfies } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { type KnownTool, type KnownToolName, knownTools } from '#runtimes/known-tools.ts'
import type { PackageJson } from '#runtimes/node/package-json.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** Parsed `packageManager` of package.json. */
export interface DeclaredVersion {
  name: string
  version: string
  /** `sha512.<hexadecimal>` */
  hash?: string
}

/** `<manager>@<version>` with or without `+<hash>`. */
export function declaredIn(packageManager: string | undefined): DeclaredVersion | undefined {
  const found = /^([a-z]+)@([^+]+)(?:\+(.*))?$/is.exec(packageManager?.trim() ?? '')
  const [, name, version, hash] = found ?? []
  if (!name || !version) return undefined
  if (hash === undefined) return { name, version }
  if (wholeHash.test(hash)) return { name, version, hash }
  // A pinned release must not be replaced by another one because of a typo.
  throw new Failure(
    'recipe',
    `packageManager is ${quote(packageManager ?? '')}, and what follows the plus sign must be a whole hash, such as sha512 with a point and 128 hexadecimal digits.`,
  )
}

const wholeHash =
  /^(sha1\.[0-9a-f]{40}|sha224\.[0-9a-f]{56}|sha256\.[0-9a-f]{64}|sha384\.[0-9a-f]{96}|sha512\.[0-9a-f]{128})$/i

export interface ToolVersionRequest {
  name: KnownToolName
  declared: DeclaredVersion | undefined
  given: GivenTools
  catalogue: Catalogue
  /** Requests outside the specification, such as `engines.pnpm`: the first that can be satisfied counts. */
  others?: readonly VersionRequest[]
  /** Releases that may satisfy them; all when absent. */
  isFitting?: (version: string) => boolean
}

export interface ToolChoice {
  tool: Tool
  note: string
  warnings: string[]
}

/**
 * The version of `mise.toml`, else of `packageManager`, else one that `others` allow, else the result of `otherwise`.
 */
export function chooseTool(request: ToolVersionRequest, otherwise: () => string): ToolChoice {
  const { name, declared, given, catalogue } = request
  const { title } = knownTools[name]
  const fixed = given.get(name)
  if (fixed) {
    const note = `${title} ${fixed} (mise.toml)`
    return { tool: { name, version: fixed }, note, warnings: [] }
  }
  if (declared?.name !== name) {
    const versions = catalogue.versions(name).filter(request.isFitting ?? (() => true))
    const { version, origin, warnings } = chooseRequested(request.others ?? [], {
      known: knownTools[name],
      versions,
      usual: otherwise(),
    })
    return { tool: { name, version }, note: `${title} ${version} (${origin})`, warnings }
  }
  const version = chooseVersion(
    { text: declared.version, origin: 'packageManager' },
    knownTools[name],
    catalogue.versions(name),
  )
  const { hash } = declared
  return {
    tool: { name, version, ...(hash && { hash }) },
    note: `${title} ${version} (packageManager${hash ? ', with its hash' : ''})`,
    warnings: [],
  }
}

export interface RequestedVersion {
  version: string
  /** Source of the decision, for the log. */
  origin: string
  warnings: string[]
}

/** The default version if a request allows it, else the newest that it allows; an unsatisfiable request is reported. */
export function chooseRequested(
  requests: readonly VersionRequest[],
  { known, versions, usual }: { known: KnownTool; versions: readonly string[]; usual: string },
): RequestedVersion {
  const warnings: string[] = []
  for (const { text, origin } of requests) {
    const request = { text: text.trim(), origin }
    if (/^[*xX]?$/.test(request.text)) continue
    const source = `${origin} ${quote(request.text)}`
    if (satisfies(usual, request.text)) return { version: usual, origin: source, warnings }
    try {
      return { version: chooseVersion(request, known, versions), origin: source, warnings }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      warnings.push(`${origin} is not used. ${error.message}`)
    }
  }
  return { version: usual, origin: 'default', warnings }
}

/** Requests for a package manager in `devEngines` and `engines` of package.json. */
export function enginesRequests(
  { devEngines, engines }: Pick<PackageJson, 'devEngines' | 'engines'>,
  name: string,
): VersionRequest[] {
  const requests = [
    { text: devEngines[name], origin: 'devEngines.packageManager' },
    { text: engines[name], origin: `engines.${name}` },
  ]
  return requests.flatMap(({ text, origin }) => (text === undefined ? [] : [{ text, origin }]))
}
