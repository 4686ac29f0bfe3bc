import type { Vault } from '#kit/vault.ts'
import type { Row } from './tables.ts'

/** Turns records into the rows of a table and back. */
export interface Codec<T> {
  toRow<Part extends Partial<T>>(record: Part): Row<Part>
  fromRow(row: Row<T>): T
}

/** `json` fields lie in the table as JSON text; `sealed` ones are encrypted, after that if they are both. */
export function codec<T extends object>(
  { json = [], sealed = [] }: { json?: readonly (keyof T)[]; sealed?: readonly (keyof T)[] },
  vault?: Vault,
): Codec<T> {
  const rewrite = (
    record: object,
    fields: readonly (keyof T)[],
    turn: (value: unknown) => unknown,
  ) => {
    const copy = { ...record } as Record<keyof T, unknown>
    for (const field of fields) {
      if (copy[field] !== undefined && copy[field] !== null) copy[field] = turn(copy[field])
    }
    return copy
  }
  return {
    toRow(record) {
      const texts = rewrite(record, json, JSON.stringify)
      return rewrite(texts, sealed, (text) => vault?.seal(text as string)) as Row<typeof record>
    },
    fromRow(row) {
      const texts = rewrite(row, sealed, (text) => vault?.open(text as string))
      return rewrite(texts, json, (text) => JSON.parse(text as string)) as T
    },
  }
}
