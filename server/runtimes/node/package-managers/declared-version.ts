import type { Tool } from '#platform/deployments/recipe.ts'
import type { Catalogue } from '#runtimes/catalogue.ts'
import { chooseVersion } from '#runtimes/choose-version.ts'
import { type KnownToolName, knownTools } from '#runtimes/known-tools.ts'
import type { GivenTools } from '#runtimes/planner.ts'

/** `packageManager` of package.json, taken apart. */
export interface Declared {
  name: string
  version: string
  /** `sha512.<hexadecimal>` */
  hash?: string
}

/** `<manager>@<version>` with or without `+<hash>`. */
export function declaredIn(packageManager: string | undefined): Declared | undefined {
  const found = /^([a-z]+)@([^+]+)(?:\+(sha\d+\.[0-9a-f]{40,128}))?$/i.exec(
    packageManager?.trim() ?? '',
  )
  const [, name, version, hash] = found ?? []
  if (!name || !version) return undefined
  return { name, version, ...(hash && { hash }) }
}

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
