import type { Kysely } from 'kysely'
import type { PriceLists } from '#platform/model/billing/billing-store.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlPriceLists(db: Kysely<Tables>): PriceLists {
  const { toRow, fromRow } = codec<PriceList>({ json: ['data'] })
  const all = db.selectFrom('priceLists').selectAll().orderBy('validFrom')
  return {
    add: (list) =>
      isDone(
        db
          .insertInto('priceLists')
          .values(toRow(list))
          .onConflict((conflict) => conflict.column('validFrom').doNothing()),
      ),
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async list() {
      return (await all.execute()).map(fromRow)
    },
    async remove(id) {
      await db.deleteFrom('priceLists').where('id', '=', id).execute()
    },
  }
}
