import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { lockText } from './lock-text.ts'
import { readPnpmLock } from './pnpm-lock-file.ts'
import { generalObstacle, type Sharing, scriptObstacle, sharedBy } from './sharing.ts'

const lockFile = 'pnpm-lock.yaml'
const workspaceFile = 'pnpm-workspace.yaml'

/** pnpm refuses a lock file that does not agree with package.json, so agreement need not be looked at. */
export async function pnpmSharing(project: Project): Promise<Sharing> {
  const obstacle = (await generalObstacle(project, lockFile)) ?? (await ownObstacle(project))
  if (obstacle) return { obstacle }
  return sharedBy(project, ['package.json', lockFile, workspaceFile, '.npmrc'])
}

async function ownObstacle(project: Project): Promise<string | undefined> {
  const { source, names } = project
  const settings = (await source.read(workspaceFile)) ?? ''
  if (/^packages:/m.test(settings)) return `${workspaceFile} has packages`
  if (settings.includes('${')) return `${workspaceFile} names variables`
  if (names.has('.pnpmfile.cjs') || names.has('.pnpmfile.mjs')) return 'there is a .pnpmfile.cjs'
  const lock = readPnpmLock(await lockText(project, lockFile))
  if (!lock.format) return `${lockFile} cannot be read`
  if (lock.hasWorkspaces) return `${lockFile} has workspaces`
  if (lock.hasPatches) return 'packages are changed by files of the repository'
  if (lock.stray) return `${quote(lock.stray)} does not come from a registry`
  return scriptObstacle(project, lock.packages.map(nameOf))
}

const nameOf = (entry: string) => /^\/?(@[^/]+\/)?[^/@]+/.exec(entry)?.[0] ?? entry
