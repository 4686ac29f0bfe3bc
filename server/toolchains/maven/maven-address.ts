import { join } from 'node:path'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { hasProgram } from '#toolchains/install-tool.ts'
import { installedOfLine } from '#toolchains/java/install-jdk.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { askIvyForCentral } from './maven-repository.ts'

/** The JDK whose programs toolchains use. */
export const toolsJava: Tool = { name: 'java', version: '17' }
export const ivyTool: Tool = { name: 'ivy', version: '2' }

/** Address of the operator's Maven repository, else of Maven Central; asked for once. */
export function createMavenAddress(
  repository: string | undefined,
  toolchain: ToolFolder,
): () => Promise<string> {
  let asked: Promise<string> | undefined
  return () => {
    asked ??= repository
      ? Promise.resolve(repository.endsWith('/') ? repository : `${repository}/`)
      : askCentral(toolchain)
    // A failure is not kept: the next one asks again.
    asked.catch(() => {
      asked = undefined
    })
    return asked
  }
}

export interface KnownAddressOptions {
  repository: string | undefined
  /** Where tools are kept. */
  folder: string
  provide: ToolFolder
  log: (line: string) => void
}

/**
 * The same for a refresh of the catalogue. A server that has never needed a tool of Java downloads no JDK to ask what is new of them: then there
 * is no address.
 */
export async function knownMavenAddress({
  repository,
  folder,
  provide,
  log,
}: KnownAddressOptions): Promise<string | undefined> {
  const ivy = join(folder, ivyTool.name, ivyTool.version)
  const jdks = await installedOfLine(folder, toolsJava.version)
  if (!repository && (jdks.length === 0 || !(await hasProgram(ivy, ivyTool)))) return undefined
  return createMavenAddress(repository, provide)().catch((error: Error) => {
    log(`toolchains: Maven Central is not asked for new releases: ${error.message}`)
    return undefined
  })
}

const askCentral = async (toolchain: ToolFolder) =>
  askIvyForCentral(await toolchain(ivyTool), await toolchain(toolsJava))
