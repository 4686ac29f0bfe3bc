import { rm } from 'node:fs/promises'
import { dropDatabase, makeDatabase, namesOf } from './database.ts'
import type { Server } from './server.ts'

/** Writes everything in the database of a resource to a file. */
export const dumpDatabase = (server: Server, id: string, path: string): Promise<void> =>
  server.use('pg_dump', ['--format=custom'], { database: namesOf(id).name }, { outputFile: path })

/**
 * Fills the empty database of a resource from a file. Its own user does so: functions of a customer run meanwhile, and
 * must not find themselves with the rights of an administrator.
 */
export const fillDatabase = (
  server: Server,
  id: string,
  password: string,
  path: string,
): Promise<void> =>
  server.use(
    'pg_restore',
    ['--exit-on-error', '--no-owner'],
    { database: namesOf(id).name, user: namesOf(id).user, password },
    { inputFile: path },
  )

/** Whether a file can be restored, found out by doing so, beside the database that it was made of. */
export async function tryDump(server: Server, id: string, path: string): Promise<void> {
  const scratch = `scratch ${id}`
  await dropDatabase(server, scratch)
  try {
    const { password } = await makeDatabase(server, scratch, { connections: 2 })
    await fillDatabase(server, scratch, password, path)
  } finally {
    await dropDatabase(server, scratch)
  }
}

/** Makes the database of a resource anew on another server, with what it holds here; the one here stays. */
export async function copyDatabase(
  id: string,
  { from, to, path, connections }: { from: Server; to: Server; path: string; connections: number },
) {
  try {
    await rm(path, { force: true })
    await dumpDatabase(from, id, path)
    await dropDatabase(to, id)
    const database = await makeDatabase(to, id, { connections })
    await fillDatabase(to, id, database.password, path)
    return database
  } finally {
    await rm(path, { force: true })
  }
}
