import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Settings } from '#settings/settings.ts'
import { finishReturn, returningOf, storeOf, syncFile } from './finish-return.ts'

const copyOf = (data: string) => join(data, 'before-upgrade/berth.sqlite')

/** Copies the facts, while no server runs. */
export async function copyFacts(settings: Settings): Promise<void> {
  const { data, store } = settings
  await finishReturn(data)
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
  await syncFile(data)
  await finishReturn(data)
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
  await syncFile(draft)
  await rename(draft, to)
  await syncFile(dirname(to))
}
