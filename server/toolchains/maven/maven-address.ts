import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
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

const askCentral = async (toolchain: ToolFolder) =>
  askIvyForCentral(await toolchain(ivyTool), await toolchain(toolsJava))
