import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Store } from '#platform/model/store.ts'
import type { Settings } from '#settings/settings.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Opens the chosen store, loading its module on demand. */
export async function openStore(
  { path, vault }: DataFolder,
  store: Settings['store'] = 'sqlite',
  log: (line: string) => void = () => {},
): Promise<Store> {
  if (store === 'sqlite') {
    const { openSqliteStore } = await import('#stores/sqlite/sqlite-store.ts')
    return openSqliteStore(path('berth.sqlite'), vault, undefined, log)
  }
  const { openPostgresqlStore } = await import('#stores/postgresql/postgresql-store.ts')
  const serverId = await serverIdOf(path('server-id'))
  return openPostgresqlStore(store, vault, { serverId }, log)
}

/** Made once for each data folder: a restarted server takes the claims of the one before at once. */
async function serverIdOf(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known
  const id = randomUUID()
  await writeDurably(file, id, 0o600)
  return id
}
