import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Vault } from '#kit/crypto/vault.ts'

/** Secret values, each encrypted in its own file that only we can read. */
export interface SealedFiles {
  /** Value of a file, or `undefined` when there is none. A plaintext file of an earlier version is encrypted. */
  read<T>(path: string): Promise<T | undefined>
  /** Replaces a file durably, creating its folder if needed. */
  write(path: string, value: unknown): Promise<void>
}

export function sealedFiles(vault: Vault): SealedFiles {
  async function write(path: string, value: unknown): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, vault.seal(JSON.stringify(value)))
  }
  return {
    write,
    async read<T>(path: string): Promise<T | undefined> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      if (!isPlaintext(text)) return JSON.parse(vault.open(text)) as T
      const value = JSON.parse(text) as T
      await write(path, value)
      return value
    },
  }
}

/** JSON objects begin with a brace, which base64 does not contain. */
const isPlaintext = (text: string) => text.startsWith('{')

let count = 0

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${++count}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const entry = await open(dirname(path), 'r')
  await entry.sync().finally(() => entry.close())
}
