import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { makeOwnedFolder } from '#providers/kit/process/server-process.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'
import { removeOwnedTree } from '#providers/kit/servers/remove-folder.ts'

export const administrator = 'berth'

const passwordFile = '/config/password'

/** Initialises the data folder of a server, if missing; a half-made one is made again. */
export async function makeCluster(making: {
  folder: string
  programs: string
  user: SystemUser | undefined
  password: string
}): Promise<string> {
  const { folder, programs, user, password } = making
  const [cluster, finished] = [join(folder, 'cluster'), join(folder, 'made')]
  const isMade = await stat(finished).then(
    () => true,
    () => false,
  )
  if (isMade) return cluster
  await removeOwnedTree(cluster)
  await makeOwnedFolder(cluster, user)
  await runProgram(
    [
      join(programs, 'initdb'),
      ...['--pgdata', home, '--username', administrator, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    ],
    { folder: cluster, user, files: { [passwordFile]: password }, timeout: 120_000 },
  )
  await writeFile(finished, '')
  return cluster
}
