import { simpleOverrides } from '#runtimes/node/lock-files/manifest.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import type { Project } from '#runtimes/node/project.ts'
import {
  openSharing,
  overrideObstacle,
  provenWithVariables,
  type SharingVerdict,
} from '#runtimes/node/sharing/sharing.ts'
import { readBunLock } from './lock.ts'
import { bunfigObstacle } from './settings.ts'

const lockFile = 'bun.lock'

export async function bunSharing(project: Project): Promise<SharingVerdict> {
  const opened = await openSharing(project, lockFile)
  if ('obstacle' in opened) return opened
  const { fields } = opened.manifest
  const obstacle = bunfigObstacle(await project.source.read('bunfig.toml'))
  if (obstacle) return { obstacle }
  const own = ['patchedDependencies', 'catalog', 'catalogs'].find((field) => field in fields)
  if (own) return { obstacle: `package.json has "${own}"` }
  const { resolutions = {}, overrides: replaced = {} } = fields
  const isKnown = isObject(resolutions) && isObject(replaced)
  const overrides = isKnown ? simpleOverrides({ ...resolutions, ...replaced }) : undefined
  if (!overrides) return overrideObstacle('overrides')
  const text = await lockText(project, lockFile)
  const reading = readBunLock(text, { manifest: opened.manifest, overrides })
  return provenWithVariables(project, reading, ['package.json', lockFile, 'bunfig.toml', '.npmrc'])
}
