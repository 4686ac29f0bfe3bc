import type { Store } from '#platform/store.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Opens the member of the store family that the operator has chosen; it is loaded only then. */
export async function openStore({ path, vault }: DataFolder): Promise<Store> {
  const { openSqliteStore } = await import('#stores/sqlite/sqlite-store.ts')
  return openSqliteStore(path('berth.sqlite'), vault)
}
