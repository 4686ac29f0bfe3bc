import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** The lines of Java that the toolchains provide, oldest first. */
export const javaLines: readonly string[] = ['8', '11', '17', '21', '25']

export interface JavaChoice {
  tool: Tool
  note: string
}

/** The JDK of `CC_JAVA_VERSION`, else the one that the framework wants; `why` ends the note about that. */
export function chooseJava(
  environment: Environment,
  { line, why }: { line: string; why: string },
): JavaChoice {
  const wanted = setting(environment, 'CC_JAVA_VERSION')
  if (wanted === undefined) {
    return { tool: { name: 'java', version: line }, note: `Java ${line} (${why})` }
  }
  // 1.8 is what Java 8 calls itself.
  const version = wanted.replace(/^1\.(?=\d)/, '').split('.')[0] ?? ''
  if (!javaLines.includes(version)) {
    throw new Failure(
      'recipe',
      `There is no Java for CC_JAVA_VERSION ${quote(wanted)}: the lines that can be had are ${javaLines.join(', ')}.`,
    )
  }
  return { tool: { name: 'java', version }, note: `Java ${version} (CC_JAVA_VERSION)` }
}
