import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { recordUse } from '#toolchains/trim-tools.ts'
import {
  installedOfLine,
  installJdk,
  isInstalled,
  type JavaToolchainOptions,
  javaTool,
  placeOf,
} from './install-jdk.ts'
import { isJavaLine, javaLine, newestOfLine } from './java-versions.ts'
import { findJdk, ownJdk } from './jdk-source.ts'

/**
 * JDKs by their exact version. A release that names only a line, as older ones do, gets the newest of that line in the folder of tools. The same
 * stands in for a version that is gone and that no source has any more, so that a release can be started again.
 */
export function createJavaToolchain(options: JavaToolchainOptions): ToolFolder {
  const { folder } = options
  const inFlight = new Map<string, Promise<string>>()
  const provide = async ({ version }: Tool): Promise<string> => {
    const line = javaLine(version)
    const newest = async () => newestOfLine(await installedOfLine(folder, line), line)
    const there = isJavaLine(version) ? await newest() : undefined
    if (there) return there
    const own = options.jdks?.[line]
    return installJdk(options, `Java ${version}`, (means) =>
      own ? ownJdk(own, line) : findJdk(options, version, means),
    ).catch(async (error) => {
      const other = await newest()
      if (other) return other
      throw error
    })
  }
  return async (tool) => {
    const { version } = tool
    if (await isInstalled(folder, version)) return placeOf(folder, version)
    const providing = inFlight.get(version) ?? provide(tool).finally(() => inFlight.delete(version))
    inFlight.set(version, providing)
    const found = await providing
    if (found !== version) await recordUse(folder, javaTool(found))
    return placeOf(folder, found)
  }
}
