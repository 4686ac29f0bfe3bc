import type { Vault } from '#kit/crypto/vault.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Row, StoredAddon } from '#stores/sql/tables.ts'

/** Row format of an add-on. */
export function addonCodec(vault: Vault) {
  const { toRow, fromRow } = codec<StoredAddon>(
    { json: ['options', 'config', 'tags'], sealed: ['options', 'config', 'logToken'] },
    vault,
  )
  return { toRow, fromRow: (row: Row<StoredAddon>) => toAddon(fromRow(row)) }
}

/** The add-on with the facts of its state; a date that its state needs and the row has not is long past. */
function toAddon({ state, realId, dueAt, ...facts }: StoredAddon): Addon {
  switch (state) {
    case 'ordering':
    case 'uncertain':
      return { ...facts, state, realId: null, dueAt: dueAt ?? 0 }
    case 'deleting':
      return { ...facts, state, realId, dueAt: dueAt ?? 0 }
  }
  // One that has no name at its provider cannot be spoken about: it is asked for again, with the same id.
  if (realId === null) return { ...facts, state: 'uncertain', realId, dueAt: dueAt ?? 0 }
  return state === 'pending'
    ? { ...facts, state, realId, dueAt }
    : { ...facts, state, realId, dueAt }
}
