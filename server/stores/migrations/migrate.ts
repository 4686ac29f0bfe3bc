import type { Kysely } from 'kysely'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { type Migration, migrations } from './migrations.ts'

/** Applies pending migrations, each in a transaction. Refuses data of a newer version before any write. */
export async function migrate(db: Kysely<Tables>, history: readonly Migration[] = migrations) {
  await sql`create table if not exists migrations ("name" text primary key, "date" bigint not null)`.execute(
    db,
  )
  const done = (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
  const unknown = done.filter((name) => !history.some((known) => known.name === name))
  if (unknown.length > 0) throw new NewerStoreError(unknown)

  for (const { name, statements } of history) {
    if (done.includes(name)) continue
    const parts = await statements()
    await db.transaction().execute(async (transaction) => {
      for (const statement of parts) await sql.raw(statement).execute(transaction)
      await transaction.insertInto('migrations').values({ name, date: Date.now() }).execute()
    })
  }
}

/** The data was written by a newer version of Berth. */
export class NewerStoreError extends Error {
  constructor(unknown: string[]) {
    super(
      `the data was written by a newer version of Berth (it knows ${unknown.join(', ')}, this one does not): ` +
        'start that version, or point BERTH_DATA at another folder or BERTH_STORE at another database; nothing was changed',
    )
  }
}
