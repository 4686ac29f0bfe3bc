import type { Parts } from '#engines/process/parts.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { javaProxyOptions } from './java-proxies.ts'

/** Variables that `java-build.sh` reads: the mirror of Maven Central, and the proxies to reach repositories by. */
export function javaBuildVariables(
  { mavenMirror, proxies }: Pick<Parts, 'mavenMirror' | 'proxies'>,
  { recipe }: Pick<BuildOrder, 'recipe'>,
): Record<string, string> {
  if (!recipe.tools.some(({ name }) => name === 'java-build')) return {}
  return {
    JAVA_PROXIES: javaProxyOptions(proxies).join(' '),
    ...(mavenMirror ? { MAVEN_MIRROR: mavenMirror } : {}),
  }
}
