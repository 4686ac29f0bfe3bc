import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ledger, memoryLedger } from './ledger.ts'
import type { Resource } from './resource.ts'

/** Remembers in a folder, a file for each resource; config holds secrets, so only we may read it. */
export async function openFileLedger(folder: string): Promise<Ledger> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const known = memoryLedger(await readAll(folder))
  const nameOf = (addonId: string) => `${createHash('sha256').update(addonId).digest('hex')}.json`
  return {
    ...known,
    async save(resource) {
      await replaceFile(folder, nameOf(resource.addonId), JSON.stringify(resource))
      await known.save(resource)
    },
  }
}

async function readAll(folder: string): Promise<Resource[]> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Resource),
  )
}

let count = 0

async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.${process.pid}.${++count}`)
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const entry = await open(folder, 'r')
  await entry.sync().finally(() => entry.close())
}
