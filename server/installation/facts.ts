import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Settings } from '#settings/settings.ts'
import { unknownMigrations } from '#stores/migrations/migrate.ts'
import { InstallationError } from './installation-error.ts'

const storeOf = (data: string) => join(data, 'berth.sqlite')
const copyOf = (data: string) => join(data, 'before-upgrade/berth.sqlite')
/** The copy while it takes the place of the store. */
const returningOf = (data: string) => `${storeOf(data)}.returning`

/** Refuses data that a newer version has written. Those in PostgreSQL are refused at the start, before any write. */
export function checkFacts({ data, store }: Settings): void {
  if (store !== 'sqlite' || !existsSync(storeOf(data))) return
  const database = new DatabaseSync(storeOf(data), { readOnly: true })
  try {
    const tables = database.prepare("select name from sqlite_schema where name = 'migrations'")
    if (tables.all().length === 0) return
    const rows = database.prepare('select name from migrations').all()
    const unknown = unknownMigrations(rows.map(({ name }) => String(name)))
    if (unknown.length > 0)
      throw new InstallationError(
        `The data of ${data} were written by a newer version (it knows ${unknown.join(', ')}), so this one cannot run on them. Nothing was changed.`,
      )
  } finally {
    database.close()
  }
}

/** Copies the facts, while no server runs. */
export async function copyFacts(settings: Settings): Promise<void> {
  const { data, store } = settings
  await finishReturn(data)
  // That of an upgrade which was cut off is older than the facts.
  await removeCopy(settings)
  if (store !== 'sqlite' || !existsSync(storeOf(data))) return
  mergeLog(storeOf(data))
  await mkdir(dirname(copyOf(data)), { recursive: true, mode: 0o700 })
  await copyDurably(storeOf(data), copyOf(data))
}

/** Brings the copied facts back, while no server runs. Only moves: the disk may be full, and the copy is the only good one. */
export async function restoreFacts({ data, store }: Settings): Promise<void> {
  if (store !== 'sqlite' || !existsSync(copyOf(data))) return
  await rename(copyOf(data), returningOf(data))
  await sync(data)
  await finishReturn(data)
}

/** The name says after a crash that the store is to be replaced, so that what is left of it and its log is never read. */
async function finishReturn(data: string): Promise<void> {
  if (!existsSync(returningOf(data))) return
  // The log of the newer file would be read into the older one.
  for (const end of ['-wal', '-shm']) await rm(`${storeOf(data)}${end}`, { force: true })
  await rename(returningOf(data), storeOf(data))
  await sync(data)
}

export const removeCopy = ({ data }: Settings): Promise<void> =>
  rm(dirname(copyOf(data)), { recursive: true, force: true })

/** Moves the write-ahead log into the file. */
function mergeLog(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  const draft = `${to}.new`
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  await sync(draft)
  await rename(draft, to)
  await sync(dirname(to))
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
