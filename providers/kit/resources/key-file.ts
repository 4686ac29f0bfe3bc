import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createVault, type Vault } from '#kit/crypto/vault.ts'

/** The vault of a provider that has no platform to give it a key: it makes one at its first start, and keeps it. */
export async function openKeyFile(path: string): Promise<Vault> {
  const read = () => readFile(path, 'utf8').catch(() => undefined)
  const fresh = randomBytes(32).toString('hex')
  const kept = (await read()) ?? fresh
  if (kept === fresh) await writeFile(path, fresh, { mode: 0o600, flag: 'wx' })
  return createVault(Buffer.from(kept.trim(), 'hex'))
}
