import { join } from 'node:path'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { openIncoming } from '#toolchains/download-folder.ts'
import { type AttemptOptions, attempt } from '#toolchains/fetch-attempt.ts'
import { hasProgram, installTool } from '#toolchains/install-tool.ts'
import { namesIn } from '#toolchains/trim-tools.ts'
import { javaLine } from './java-versions.ts'
import type { JdkSource, JdkSources } from './jdk-source.ts'
import { writeTrustStore } from './trust-store.ts'

export interface JavaToolchainOptions extends AttemptOptions, JdkSources {
  folder: string
  /** A file with certificate authorities that this machine trusts besides the usual ones. */
  extraCaCerts?: string | undefined
}

export const javaTool = (version: string): Tool => ({ name: 'java', version })
export const placeOf = (folder: string, version: string) => join(folder, 'java', version)

/** Whether a JDK is in the folder of tools. */
export const isInstalled = (folder: string, version: string): Promise<boolean> =>
  hasProgram(placeOf(folder, version), javaTool(version))

/** Versions of a line in the folder of tools; the line itself is one that was fetched without its version. */
export async function installedOfLine(folder: string, line: string): Promise<string[]> {
  const names = await namesIn(join(folder, 'java'))
  const ofLine = names.filter((name) => javaLine(name) === line)
  const complete = await Promise.all(ofLine.map((version) => isInstalled(folder, version)))
  return ofLine.filter((_, at) => complete[at])
}

const remedy = 'The operator can install such a JDK and name its folder in BERTH_JDKS.'

/**
 * Copies a JDK into the folder of tools, with the certificate authorities of this machine, and returns its version. A copy is what
 * applications see, so that an upgrade of the machine changes no running application.
 */
export async function installJdk(
  options: JavaToolchainOptions,
  title: string,
  find: (means: { temporary: string; signal: AbortSignal }) => Promise<JdkSource>,
): Promise<string> {
  const { folder, extraCaCerts } = options
  let installed = ''
  await attempt({ timeout: 600_000, remedy, ...options }, title, async (signal) => {
    await using incoming = await openIncoming(folder)
    const { version, fill } = await find({ temporary: incoming.path, signal })
    installed = version
    if (await isInstalled(folder, version)) return
    const place = { tool: javaTool(version), folder, place: placeOf(folder, version) }
    await installTool(place, async (tree, temporary) => {
      await fill(tree)
      await writeTrustStore(tree, { temporary, extra: extraCaCerts, signal })
    })
  })
  return installed
}
