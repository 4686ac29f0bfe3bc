import { renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openWalFile } from '#stores/sqlite/wal-file.ts'

const schema = `
create table if not exists chunk (
  application_id text not null,
  resolution text not null,
  start integer not null,
  source text not null,
  samples text not null,
  primary key (application_id, resolution, start, source)
) strict, without rowid;
create table if not exists progress (name text primary key, value integer not null) strict;
`

/** A damaged file is put aside: metrics are no reason for a server not to start. */
export function openOrReplace(path: string): DatabaseSync {
  try {
    return openDatabase(path)
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (path === ':memory:' || !errcode || !damaged.includes(errcode & 0xff)) throw error
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    renameSync(path, `${path}.damaged`)
    return openDatabase(path)
  }
}

/** `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const damaged = [11, 26]

function openDatabase(path: string): DatabaseSync {
  const { database } = openWalFile(path, 'pragma auto_vacuum = INCREMENTAL')
  try {
    database.exec('pragma synchronous = NORMAL')
    database.exec('pragma busy_timeout = 5000')
    database.exec(schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
