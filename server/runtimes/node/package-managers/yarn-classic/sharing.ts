import { simpleOverrides } from '#runtimes/node/lock-files/manifest.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import { yarnBerryFormat } from '#runtimes/node/package-managers/yarn-berry/lock.ts'
import type { Project } from '#runtimes/node/project.ts'
import {
  openSharing,
  overrideObstacle,
  provenWithVariables,
  type SharingVerdict,
} from '#runtimes/node/sharing/sharing.ts'
import { readYarnClassicLock } from './lock.ts'

const lockFile = 'yarn.lock'

export async function yarnClassicSharing(project: Project): Promise<SharingVerdict> {
  const opened = await openSharing(project, lockFile)
  if ('obstacle' in opened) return opened
  const { manifest } = opened
  if (project.names.has('.yarnrc')) return { obstacle: 'there is a .yarnrc' }
  const own = ['flat', 'installConfig'].find((field) => field in manifest.fields)
  if (own) return { obstacle: `package.json has "${own}"` }
  const overrides = simpleOverrides(manifest.fields.resolutions)
  if (!overrides) return overrideObstacle('resolutions')
  const text = await lockText(project, lockFile)
  if (yarnBerryFormat(text) !== undefined) {
    return { obstacle: `${lockFile} has the format of a later Yarn` }
  }
  const reading = readYarnClassicLock(text, { manifest, overrides })
  return provenWithVariables(project, reading, ['package.json', lockFile, '.npmrc'])
}
