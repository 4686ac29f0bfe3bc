import type { Kysely } from 'kysely'
import type { Avatars } from '#platform/accounts/account-store.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlAvatars = (db: Kysely<Tables>): Avatars => ({
  async put(avatar) {
    const row = { ...avatar, content: avatar.content.toString('base64') }
    await db
      .insertInto('avatars')
      .values(row)
      .onConflict((conflict) => conflict.column('ownerId').doUpdateSet(row))
      .execute()
  },
  async find(id) {
    const row = await db.selectFrom('avatars').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...row, content: Buffer.from(row.content, 'base64') }
  },
  async removeOf(ownerId) {
    await db.deleteFrom('avatars').where('ownerId', '=', ownerId).execute()
  },
})
