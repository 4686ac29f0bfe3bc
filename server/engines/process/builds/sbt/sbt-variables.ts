import { dirname } from 'node:path'
import type { Parts } from '#engines/process/parts.ts'
import type { SandboxPaths } from '#engines/process/sandbox/confinement.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { javaProxyOptions } from './java-proxies.ts'
import { sharedArtifactsName } from './shared-artifacts.ts'

/** Variables that `sbt.sh` reads: its repositories, the proxies to reach them by, and the artifacts that all builds share. */
export function sbtVariables(
  { sbtRepositories, proxies }: Pick<Parts, 'sbtRepositories' | 'proxies'>,
  { recipe }: Pick<BuildOrder, 'recipe'>,
  { programs }: Pick<SandboxPaths, 'programs'>,
): Record<string, string> {
  if (!recipe.tools.some(({ name }) => name === 'sbt')) return {}
  const shared = programs.map((folder) => dirname(folder)).find((folder) => isShared(folder))
  return {
    SBT_REPOSITORIES: sbtRepositories,
    SBT_PROXIES: javaProxyOptions(proxies).join(' '),
    ...(shared === undefined ? {} : { SBT_SHARED_ARTIFACTS: shared }),
  }
}

const isShared = (folder: string) => folder.endsWith(`/${sharedArtifactsName}`)
