import { type Kysely, sql } from 'kysely'
import type { OwnerId, UserId } from '#platform/ids.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** The ids of a user's own space and of the organisations they are a member of. */
export const ownersSeenBy = (db: Kysely<Tables>, userId: UserId) =>
  db
    .selectFrom('members')
    .select(({ ref }) => ref('organisationId').$castTo<OwnerId>().as('ownerId'))
    .where('userId', '=', userId)
    .unionAll(db.selectNoFrom(sql.val<OwnerId>(userId).as('ownerId')))

/** The ids of the owners whose things count together for the quotas of an account. */
export const ownersOfQuotaAccount = (db: Kysely<Tables>, accountId: OwnerId) =>
  db
    .selectFrom('organisations')
    .select(({ ref }) => ref('id').$castTo<OwnerId>().as('ownerId'))
    .where('quotaAccountId', '=', accountId)
    .unionAll(db.selectNoFrom(sql.val(accountId).as('ownerId')))

/** How many rows of a table belong to these owners. */
export async function countOfQuotaAccount(
  db: Kysely<Tables>,
  table: 'addons' | 'consumers' | 'providers',
  accountId: OwnerId,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
