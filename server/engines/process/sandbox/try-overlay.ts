import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launcher, privateMounts } from './command-line.ts'
import { type Confinement, defaultDirs, sourcesOf } from './confinement.ts'
import { clearWork, mountTable, overlayDirs } from './overlay.ts'

/** Runs `attempt` with a command in an overlay mount, and returns its result. */
export async function tryOverlay<T>(
  folder: string,
  attempt: (command: string[]) => Promise<T>,
): Promise<T> {
  const trial = await mkdtemp(join(folder, 'trial-'))
  try {
    const confinement: Confinement = {
      id: 'trial',
      applicationId: 'trial',
      user: 0,
      isSandboxed: true,
      folder: trial,
      dirs: defaultDirs,
      tools: [],
      etc: trial,
      groups: [],
      endsWithServer: true,
      overlay: { ...overlayDirs, lowerdirs: [join(trial, 'lowerdir')] },
    }
    for (const name of ['lowerdir', 'lowerdir/old', defaultDirs.app, overlayDirs.upperdir]) {
      await mkdir(join(trial, name))
    }
    await clearWork(confinement)
    const table = join(trial, 'mounts')
    await writeFile(table, mountTable(confinement))
    const app = join(sourcesOf(confinement).own, defaultDirs.app)
    const move = ['mv', '--', join(app, 'old'), join(app, 'new')]
    return await attempt([...privateMounts, '/bin/sh', launcher, '--mount', table, '--', ...move])
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}
