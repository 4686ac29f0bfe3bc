import { readFile } from 'node:fs/promises'
import { createHostKey } from '#git/host-key.ts'
import { WrongKeyError } from '#kit/crypto/vault.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { SharedFiles } from '#platform/model/hosting/placement/shared-memory.ts'
import type { Store } from '#platform/model/store.ts'
import type { Settings } from '#settings/settings.ts'
import { type DataFolder, openDataFolder, UnusableFolderError } from '#wiring/disk/data-folder.ts'
import type { Lifetime } from '#wiring/lifetime.ts'
import { openStore } from '#wiring/store.ts'

/** Files that clients must find the same at every server: cookies, the SSH host key, the authority of certificates. */
const sharedFiles = [
  { name: 'cookie.key', mode: 0o600 },
  { name: 'ssh-host-key', mode: 0o600 },
  { name: 'ca-key.pem', mode: 0o600 },
  { name: 'ca.pem', mode: 0o644 },
]

/**
 * Opens a store that other servers may share, before everything else: this server takes over the keys of the first one.
 * `undefined` when the store is in the data folder.
 */
export async function openShared(
  settings: Settings,
  lifetime: Lifetime,
  log: (line: string) => void,
): Promise<{ folder: DataFolder; store: Store } | undefined> {
  if (settings.store === 'sqlite') return undefined
  const own = await openDataFolder(settings.data, createHostKey)
  const store = lifetime.ground(await openStore(own, settings.store, log))
  if (store.shared) await agreeOnFiles(store.shared.files, own)
  await store.shared?.membership.heartbeat()
  return { store, folder: await openDataFolder(settings.data, createHostKey) }
}

/** All in one row, because a certificate and its key belong together. */
async function agreeOnFiles(files: SharedFiles, { path }: DataFolder): Promise<void> {
  const own: Record<string, string> = {}
  for (const { name } of sharedFiles) own[name] = await readFile(path(name), 'utf8')
  const agreed = await files.agree('keys', JSON.stringify(own)).catch((error: unknown) => {
    throw error instanceof WrongKeyError ? wrongKey(path('secret.key')) : error
  })
  const contents: Record<string, string> = JSON.parse(agreed)
  for (const { name, mode } of sharedFiles) {
    const content = contents[name] ?? ''
    if (content !== own[name]) await writeDurably(path(name), content, mode)
  }
}

const wrongKey = (file: string) =>
  new UnusableFolderError(
    `${file} is not the key of this database: copy secret.key from the data folder of a server that uses it`,
  )
