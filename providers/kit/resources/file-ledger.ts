import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '#kit/crypto/vault.ts'
import { type Ledger, memoryLedger } from './ledger.ts'
import type { Resource } from './resource.ts'
import { type SealedFiles, sealedFiles } from './sealed-file.ts'

/** Ledger in a folder, with an encrypted file for each resource, because variables contain passwords. */
export async function openFileLedger(folder: string, vault: Vault): Promise<Ledger> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = sealedFiles(vault)
  const known = memoryLedger(await readAll(folder, files))
  const nameOf = (addonId: string) => `${createHash('sha256').update(addonId).digest('hex')}.json`
  return {
    ...known,
    async save(resource) {
      await files.write(join(folder, nameOf(resource.addonId)), resource)
      await known.save(resource)
    },
  }
}

async function readAll(folder: string, files: SealedFiles): Promise<Resource[]> {
  const all = await readdir(folder)
  const names = all.filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  // Temporary files of a crashed process, possibly in plaintext.
  for (const name of all.filter((each) => !names.includes(each))) await rm(join(folder, name))
  const found = names.map((name) => files.read<Resource>(join(folder, name)))
  return (await Promise.all(found)).filter((resource) => resource !== undefined)
}
