import type { Store } from '#platform/store.ts'
import type { Settings } from '#settings.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Opens the chosen store, loading its module on demand. */
export async function openStore(
  { path, vault }: DataFolder,
  store: Settings['store'] = 'sqlite',
): Promise<Store> {
  if (store === 'sqlite') {
    const { openSqliteStore } = await import('#stores/sqlite/sqlite-store.ts')
    return openSqliteStore(path('berth.sqlite'), vault)
  }
  const { openPostgresqlStore } = await import('#stores/postgresql/postgresql-store.ts')
  return openPostgresqlStore(store, vault)
}
