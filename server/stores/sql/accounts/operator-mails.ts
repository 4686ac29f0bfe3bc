import type { Kysely } from 'kysely'
import type { OperatorMails } from '#platform/model/events/email.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlOperatorMails = (db: Kysely<Tables>): OperatorMails => ({
  async lastSent(name) {
    const row = await db
      .selectFrom('operatorMails')
      .select('sentAt')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.sentAt
  },
  async noteSent(name, sentAt) {
    await db
      .insertInto('operatorMails')
      .values({ name, sentAt })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sentAt }))
      .execute()
  },
})
