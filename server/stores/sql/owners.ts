import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The ids of a user's own space and of the organisations they are a member of. */
export const ownersSeenBy = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('members')
    .select('organisationId as ownerId')
    .where('userId', '=', userId)
    .unionAll(db.selectNoFrom(sql.val(userId).as('ownerId')))
