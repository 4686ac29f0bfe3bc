import { simpleOverrides } from '#runtimes/node/lock-files/manifest.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import type { Project } from '#runtimes/node/project.ts'
import {
  openSharing,
  overrideObstacle,
  provenWithVariables,
  type SharingVerdict,
} from '#runtimes/node/sharing/sharing.ts'
import { readPnpmLock } from './lock.ts'
import { readPnpmSettings } from './settings.ts'

const lockFile = 'pnpm-lock.yaml'
const workspaceFile = 'pnpm-workspace.yaml'
const hookFiles = ['.pnpmfile.cjs', '.pnpmfile.mjs', 'pnpmfile.js', 'pnpmfile.cjs']

export async function pnpmSharing(project: Project): Promise<SharingVerdict> {
  const opened = await openSharing(project, lockFile)
  if ('obstacle' in opened) return opened
  const { manifest } = opened
  const settings = readPnpmSettings(await project.source.read(workspaceFile), manifest.fields)
  if (settings.obstacle) return { obstacle: settings.obstacle }
  const hook = hookFiles.find((name) => project.names.has(name))
  if (hook) return { obstacle: `there is a ${hook}` }
  const overrides = simpleOverrides(settings.overrides)
  if (!overrides) return overrideObstacle('overrides')
  const reading = readPnpmLock(await lockText(project, lockFile), { manifest, overrides })
  return provenWithVariables(project, reading, ['package.json', lockFile, workspaceFile, '.npmrc'])
}
