import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const storeOf = (data: string): string => join(data, 'berth.sqlite')
/** The copy while it takes the place of the store. */
export const returningOf = (data: string): string => `${storeOf(data)}.returning`

/**
 * Completes the return of the facts that a crash has cut off, while no server runs. The name says that the store is to be replaced, so that
 * what is left of it and its log is never read. A start does it too: it would write to a store that is replaced later.
 */
export async function finishReturn(data: string): Promise<void> {
  if (!existsSync(returningOf(data))) return
  // The log of the newer file would be read into the older one.
  for (const end of ['-wal', '-shm']) await rm(`${storeOf(data)}${end}`, { force: true })
  await rename(returningOf(data), storeOf(data))
  await syncFile(dirname(storeOf(data)))
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
