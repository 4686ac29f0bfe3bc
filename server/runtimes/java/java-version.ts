import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** The part of the catalogue that JDKs are chosen by. */
export type JavaCatalogue = Pick<Catalogue, 'versions'>

/** The lines of Java that can be had, oldest first: `17` for `17.0.21+9`, `8` for `8u504`. */
export const javaLines = ({ versions }: JavaCatalogue): string[] =>
  [...new Set(versions('java').flatMap((version) => /^\d{1,3}/.exec(version) ?? []))].sort(
    (one, other) => Number(one) - Number(other),
  )

export interface JavaChoice {
  tool: Tool
  note: string
}

/** The JDK of `CC_JAVA_VERSION`, else that of `mise.toml`, else the one that the framework wants; `why` ends the note about that. */
export function chooseJava(
  { environment, given }: Pick<PlanOrder, 'environment' | 'given'>,
  catalogue: JavaCatalogue,
  { line, why }: { line: string; why: string },
): JavaChoice {
  const wanted = setting(environment, 'CC_JAVA_VERSION')
  const mise = given.get('java')
  if (wanted === undefined) {
    const tool = { name: 'java', version: mise ?? line }
    return { tool, note: `Java ${tool.version} (${mise === undefined ? why : 'mise.toml'})` }
  }
  // 1.8 is what Java 8 calls itself.
  const version = wanted.replace(/^1\.(?=\d)/, '').split('.')[0] ?? ''
  const lines = javaLines(catalogue)
  if (!lines.includes(version)) {
    throw new Failure(
      'recipe',
      `There is no Java for CC_JAVA_VERSION ${quote(wanted)}: the lines that can be had are ${lines.join(', ')}.`,
    )
  }
  return { tool: { name: 'java', version }, note: `Java ${version} (CC_JAVA_VERSION)` }
}
