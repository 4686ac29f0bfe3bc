import type { DeleteResult, InsertResult, Kysely, Transaction, UpdateResult } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Row, Tables } from './tables.ts'

/** Converts records to rows and back. */
export interface Codec<T> {
  toRow<Part extends Partial<T>>(record: Part): Row<Part>
  fromRow(row: Row<T>): T
}

/** Fields that are stored in another form. */
export interface CodecFields<T> {
  /** As JSON text. */
  json?: readonly (keyof T)[]
  /** Encrypted, after conversion to JSON if both apply. */
  sealed?: readonly (keyof T)[]
  /** As 0 and 1. */
  boolean?: readonly (keyof T)[]
}

export function codec<T extends object>(
  { json = [], sealed = [], boolean = [] }: CodecFields<T>,
  vault?: Vault,
): Codec<T> {
  const rewrite = (
    copy: Record<keyof T, unknown>,
    fields: readonly (keyof T)[],
    convert: (value: unknown) => unknown,
  ) => {
    for (const field of fields) {
      if (copy[field] !== undefined && copy[field] !== null) copy[field] = convert(copy[field])
    }
  }
  return {
    toRow(record) {
      const row = { ...record } as Record<keyof T, unknown>
      rewrite(row, boolean, Number)
      rewrite(row, json, JSON.stringify)
      rewrite(row, sealed, (text) => vault?.seal(text as string))
      return row as unknown as Row<typeof record>
    },
    fromRow(row) {
      const record = { ...row } as Record<keyof T, unknown>
      rewrite(record, sealed, (text) => vault?.open(text as string))
      rewrite(record, json, (text) => JSON.parse(text as string))
      rewrite(record, boolean, (number) => number === 1)
      return record as T
    },
  }
}

/** The record with booleans as 0 and 1. */
export function toRow<T extends object>(record: T): Row<T> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  ) as Row<T>
}

/** The row with the given columns as booleans. */
export function fromRow<T>(row: Row<T>, booleans: readonly (keyof T)[]): T {
  const record = { ...row } as Record<keyof T, unknown>
  for (const key of booleans) record[key] = record[key] === 1
  return record as T
}

type Change = Partial<DeleteResult & UpdateResult & InsertResult>

/** Executes a change and returns whether a row was affected. */
export async function isDone(query: {
  executeTakeFirst(): Promise<Change | undefined>
}): Promise<boolean> {
  const result: Change = (await query.executeTakeFirst()) ?? {}
  const touched =
    result.numDeletedRows ?? result.numUpdatedRows ?? result.numInsertedOrUpdatedRows ?? 0n
  return touched > 0n
}

/** Runs the work in a transaction, or in the current one if there is one. */
export function whole<T>(
  db: Kysely<Tables>,
  work: (inside: Kysely<Tables> | Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
