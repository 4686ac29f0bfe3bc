import type { Kysely } from 'kysely'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** The ids of a user's own space and of the organisations they are a member of. */
export const ownersSeenBy = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('members')
    .select('organisationId as ownerId')
    .where('userId', '=', userId)
    .unionAll(db.selectNoFrom(sql.val(userId).as('ownerId')))

/** The ids of the owners whose things count together for the quotas of an account. */
export const ownersOfQuotaAccount = (db: Kysely<Tables>, accountId: string) =>
  db
    .selectFrom('organisations')
    .select('id as ownerId')
    .where('quotaAccountId', '=', accountId)
    .unionAll(db.selectNoFrom(sql.val(accountId).as('ownerId')))

/** How many rows of a table belong to these owners. */
export async function countOfQuotaAccount(
  db: Kysely<Tables>,
  table: 'addons' | 'consumers' | 'providers',
  accountId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
