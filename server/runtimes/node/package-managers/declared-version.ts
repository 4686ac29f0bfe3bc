import { Failure } from '#platform/deployments/failure.ts'
import type { Tool } from '#platform/deployments/recipe.ts'
import type { Catalogue } from '#runtimes/catalogue.ts'
import { chooseVersion } from '#runtimes/choose-version.ts'
import { type KnownToolName, knownTools } from '#runtimes/known-tools.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { quote } from '#runtimes/quote.ts'

/** `packageManager` of package.json, taken apart. */
export interface Declared {
  name: string
  version: string
  /** `sha512.<hexadecimal>` */
  hash?: string
}

/** `<manager>@<version>` with or without `+<hash>`. */
export function declaredIn(packageManager: string | undefined): Declared | undefined {
  const found = /^([a-z]+)@([^+]+)(?:\+(.*))?$/is.exec(packageManager?.trim() ?? '')
  const [, name, version, hash] = found ?? []
  if (!name || !version) return undefined
  if (hash === undefined) return { name, version }
  if (wholeHash.test(hash)) return { name, version, hash }
  // Whoever pins a release does not want another one because of a slip.
  throw new Failure(
    'recipe',
    `packageManager is ${quote(packageManager ?? '')}, and what follows the plus sign must be a whole hash, such as sha512 with a point and 128 hexadecimal digits.`,
  )
}

const wholeHash =
  /^(sha1\.[0-9a-f]{40}|sha224\.[0-9a-f]{56}|sha256\.[0-9a-f]{64}|sha384\.[0-9a-f]{96}|sha512\.[0-9a-f]{128})$/i

export interface ToolWish {
  name: KnownToolName
  declared: Declared | undefined
  given: GivenTools
  catalogue: Catalogue
}

/** The version of `mise.toml`, else that of `packageManager`, else what `otherwise` says. */
export function chooseTool(
  { name, declared, given, catalogue }: ToolWish,
  otherwise: () => string,
): { tool: Tool; note: string } {
  const { title } = knownTools[name]
  const fixed = given.get(name)
  if (fixed) return { tool: { name, version: fixed }, note: `${title} ${fixed} (mise.toml)` }
  if (declared?.name !== name) {
    const version = otherwise()
    return { tool: { name, version }, note: `${title} ${version} (default)` }
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
  }
}
