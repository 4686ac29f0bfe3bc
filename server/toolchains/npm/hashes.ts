import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Hash algorithms that an owner may pin a tool with, strongest first. */
export const algorithms = ['sha512', 'sha256', 'sha224', 'sha1'] as const

/** Hashes of one file by every algorithm, in hexadecimal. */
export type Hashes = Record<(typeof algorithms)[number], string>

export interface HashStream {
  update(chunk: Uint8Array): void
  digest(): Hashes
}

export function startHashing(): HashStream {
  const hashes = algorithms.map((algorithm) => [algorithm, createHash(algorithm)] as const)
  return {
    update(chunk) {
      for (const [, hash] of hashes) hash.update(chunk)
    },
    digest: () =>
      Object.fromEntries(hashes.map(([name, hash]) => [name, hash.digest('hex')])) as Hashes,
  }
}

export async function hashFile(file: string): Promise<Hashes> {
  const hashing = startHashing()
  for await (const chunk of createReadStream(file)) hashing.update(chunk)
  return hashing.digest()
}

/** Stored inside the tool's folder, so that it appears atomically with the tool. */
const record = (folder: string) => join(folder, 'pinnable-hashes.json')

export const keepHashes = (folder: string, hashes: Hashes): Promise<void> =>
  writeFile(record(folder), `${JSON.stringify(hashes, null, 2)}\n`)

/** `undefined` for a tool that was fetched before hashes were stored. */
export const keptHashes = (folder: string): Promise<Hashes | undefined> =>
  readFile(record(folder), 'utf8')
    .then((text) => JSON.parse(text) as Hashes)
    .catch(() => undefined)
