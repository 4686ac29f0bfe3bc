import { simpleOverrides } from '#runtimes/node/lock-files/manifest.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import type { Project } from '#runtimes/node/project.ts'
import {
  openSharing,
  overrideObstacle,
  provenWithVariables,
  type SharingVerdict,
} from '#runtimes/node/sharing/sharing.ts'
import { quote } from '#runtimes/variable.ts'
import { readYarnBerryLock } from './lock.ts'
import { type YarnSettings, yarnCacheKey } from './settings.ts'

const lockFile = 'yarn.lock'

export async function yarnBerrySharing(
  project: Project,
  settings: YarnSettings,
  version: string,
): Promise<SharingVerdict> {
  const opened = await openSharing(project, lockFile)
  if ('obstacle' in opened) return opened
  const { manifest } = opened
  if (settings.linker !== 'node-modules') {
    return { obstacle: `Yarn's linker is ${quote(settings.linker)}, not node-modules` }
  }
  if (settings.obstacle) return { obstacle: settings.obstacle }
  const cacheKey = yarnCacheKey(version, settings.compression)
  if (!cacheKey) return { obstacle: `it is not known how Yarn ${version} verifies packages` }
  const overrides = simpleOverrides(manifest.fields.resolutions)
  if (!overrides) return overrideObstacle('resolutions')
  const text = await lockText(project, lockFile)
  const reading = readYarnBerryLock(text, { manifest, overrides, cacheKey })
  return provenWithVariables(project, reading, ['package.json', lockFile, '.yarnrc.yml', '.npmrc'])
}
