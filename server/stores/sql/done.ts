import type { DeleteResult, InsertResult, Kysely, Transaction, UpdateResult } from 'kysely'
import type { Tables } from './tables.ts'

type Change = Partial<DeleteResult & UpdateResult & InsertResult>

/** Executes a change and tells whether a row was touched. */
export async function isDone(query: {
  executeTakeFirst(): Promise<Change | undefined>
}): Promise<boolean> {
  const result: Change = (await query.executeTakeFirst()) ?? {}
  const touched =
    result.numDeletedRows ?? result.numUpdatedRows ?? result.numInsertedOrUpdatedRows ?? 0n
  return touched > 0n
}

/** All of the work or none of it, inside the transaction that is open if there is one. */
export function whole<T>(
  db: Kysely<Tables>,
  work: (inside: Kysely<Tables> | Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
