import type { Kysely } from 'kysely'
import type { ShellBans } from '#platform/model/hosting/instances/instance.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlShellBans = (db: Kysely<Tables>): ShellBans => ({
  async put({ ownerId, applicationId, createdAt }) {
    await db
      .insertInto('shellBans')
      .values({ subject: applicationId ?? ownerId, ownerId, applicationId, createdAt })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute()
  },
  async lift(subject) {
    await db.deleteFrom('shellBans').where('subject', '=', subject).execute()
  },
  async listOf({ ownerId, applicationId }) {
    const rows = await db
      .selectFrom('shellBans')
      .select(['ownerId', 'applicationId', 'createdAt'])
      .where('subject', 'in', [ownerId, ...(applicationId ? [applicationId] : [])])
      .execute()
    return rows
  },
})
