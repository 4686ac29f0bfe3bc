import type { Store } from '#platform/store.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Opens the chosen store, loading its module on demand. */
export async function openStore({ path, vault }: DataFolder): Promise<Store> {
  const { openSqliteStore } = await import('#stores/sqlite/sqlite-store.ts')
  return openSqliteStore(path('berth.sqlite'), vault)
}
