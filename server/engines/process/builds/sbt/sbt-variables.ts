import { join } from 'node:path'
import { javaProxyOptions } from '#engines/process/builds/java/java-proxies.ts'
import type { Parts } from '#engines/process/parts.ts'
import type { Confinement, SandboxPaths } from '#engines/process/sandbox/confinement.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'

/** Variables that `sbt.sh` reads: its repositories, the proxies to reach them by, and the artifacts that all builds share. */
export function sbtVariables(
  { sbtRepositories, proxies }: Pick<Parts, 'sbtRepositories' | 'proxies'>,
  { recipe }: Pick<BuildOrder, 'recipe'>,
  { artifacts }: Pick<Confinement, 'artifacts'>,
  { cache }: Pick<SandboxPaths, 'cache'>,
): Record<string, string> {
  if (!recipe.tools.some(({ name }) => name === 'sbt')) return {}
  return {
    SBT_REPOSITORIES: sbtRepositories,
    SBT_PROXIES: javaProxyOptions(proxies).join(' '),
    ...(artifacts ? { SBT_SHARED_ARTIFACTS: join(cache, artifacts.at) } : {}),
  }
}
