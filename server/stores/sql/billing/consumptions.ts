import type { Kysely } from 'kysely'
import type { Consumptions } from '#platform/model/billing/billing-store.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlConsumptions(db: Kysely<Tables>): Consumptions {
  const all = db.selectFrom('consumptions').selectAll().orderBy('createdAt').orderBy('id')
  const { fromRow } = codec<Consumption>({})
  const read = async (query: typeof all) => (await query.execute()).map(fromRow)
  return {
    async add(consumption) {
      await db.insertInto('consumptions').values(consumption).execute()
    },
    async find(id) {
      return (await read(all.where('id', '=', id)))[0]
    },
    listOf: (ownerId, { from, to }) =>
      read(
        all
          .where('ownerId', '=', ownerId)
          .where('createdAt', '>=', from)
          .where('createdAt', '<', to),
      ),
    listHeld: () => read(all.where('state', '=', 'held')),
    decide: (id, state) =>
      isDone(
        db
          .updateTable('consumptions')
          .set({ state })
          .where('id', '=', id)
          .where('state', '=', 'held'),
      ),
    async ownersIn({ from, until }) {
      const rows = await db
        .selectFrom('consumptions')
        .select('ownerId')
        .distinct()
        .where('createdAt', '>=', from)
        .where('createdAt', '<', until)
        .orderBy('ownerId')
        .execute()
      return rows.map(({ ownerId }) => ownerId)
    },
  }
}
