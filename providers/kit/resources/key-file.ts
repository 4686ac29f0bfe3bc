import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createVault, type Vault } from '#kit/crypto/vault.ts'

/** Vault of a provider without a platform to pass it a key: the key is made at the first start, and stored. */
export async function openKeyFile(path: string): Promise<Vault> {
  const read = () => readFile(path, 'utf8').catch(() => undefined)
  const fresh = randomBytes(32).toString('hex')
  const kept = (await read()) ?? fresh
  if (kept === fresh) await writeFile(path, fresh, { mode: 0o600, flag: 'wx' })
  return createVault(Buffer.from(kept.trim(), 'hex'))
}
