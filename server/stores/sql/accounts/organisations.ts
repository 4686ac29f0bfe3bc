import type { Kysely } from 'kysely'
import type {
  Invitations,
  Members,
  Organisations,
} from '#platform/model/identity/accounts/account-store.ts'
import type { Organisation } from '#platform/model/identity/accounts/organisation.ts'
import type { OwnerId, UserId } from '#platform/model/ids.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { users } from './accounts.ts'

const organisations = codec<Organisation>({ json: ['details'] })

export const sqlOrganisations = (db: Kysely<Tables>): Organisations => ({
  async add(organisation) {
    await db.insertInto('organisations').values(organisations.toRow(organisation)).execute()
  },
  async find(id) {
    const row = await db
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && organisations.fromRow(row)
  },
  async listOf(userId) {
    const rows = await db
      .selectFrom('members')
      .innerJoin('organisations', 'organisations.id', 'members.organisationId')
      .selectAll('organisations')
      .select('members.role')
      .where('members.userId', '=', userId)
      .orderBy('organisations.name')
      .execute()
    return rows.map(({ role, ...row }) => ({ organisation: organisations.fromRow(row), role }))
  },
  async listAll({ search, limit, offset }) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    const rows = await db
      .selectFrom('organisations')
      .selectAll('organisations')
      .select([
        sql<number>`(select count(*) from members where "organisationId" = organisations.id)`.as(
          'members',
        ),
        sql<number>`(select count(*) from applications where "ownerId" = organisations.id)`.as(
          'applications',
        ),
        sql<number>`(select count(*) from addons where "ownerId" = organisations.id)`.as('addons'),
      ])
      .where(
        sql<boolean>`lower(organisations.name) like ${pattern} escape '\\' or organisations.id like ${pattern} escape '\\'`,
      )
      .orderBy('organisations.name')
      .orderBy('organisations.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ members, applications, addons, ...row }) => ({
      organisation: organisations.fromRow(row),
      members,
      applications,
      addons,
    }))
  },
  async listOfQuotaAccount(accountId) {
    const rows = await db
      .selectFrom('organisations')
      .select('id')
      .where('quotaAccountId', '=', accountId)
      .execute()
    return rows.map(({ id }) => id)
  },
  async change(id, change) {
    if (Object.keys(change).length === 0) return
    const row = organisations.toRow(change)
    await db.updateTable('organisations').set(row).where('id', '=', id).execute()
  },
  async remove(id) {
    await db.deleteFrom('organisations').where('id', '=', id).execute()
  },
})

export const sqlMembers = (db: Kysely<Tables>): Members => ({
  async put(member) {
    await db
      .insertInto('members')
      .values({
        ...member,
        number: sql<number>`(select coalesce(max("number"), 0) + 1 from members where "organisationId" = ${member.organisationId})`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisationId', 'userId'])
          .doUpdateSet({ role: member.role, job: member.job }),
      )
      .execute()
  },
  find: (organisationId, userId) =>
    db
      .selectFrom('members')
      .select(['organisationId', 'userId', 'role', 'job'])
      .where('organisationId', '=', organisationId)
      .where('userId', '=', userId)
      .executeTakeFirst(),
  findOldestAdministrator: (organisationId) =>
    db
      .selectFrom('members')
      .select(['organisationId', 'userId', 'role', 'job'])
      .where('organisationId', '=', organisationId)
      .where('role', '=', 'ADMIN')
      .orderBy('number')
      .executeTakeFirst(),
  async listOf(organisationId) {
    const rows = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .selectAll('users')
      .select(['members.role', 'members.job'])
      .where('members.organisationId', '=', organisationId)
      .orderBy('users.email')
      .execute()
    return rows.map(({ role, job, ...row }) => ({
      member: { organisationId, userId: row.id, role, job },
      user: users.fromRow(row),
    }))
  },
  remove: (organisationId, userId) =>
    isDone(
      db
        .deleteFrom('members')
        .where('organisationId', '=', organisationId)
        .where('userId', '=', userId),
    ),
})

export const sqlInvitations = (db: Kysely<Tables>): Invitations => ({
  async put(invitation) {
    await db
      .insertInto('invitations')
      .values(invitation)
      .onConflict((conflict) =>
        conflict.columns(['organisationId', 'email']).doUpdateSet(invitation),
      )
      .execute()
  },
  find: (digest) =>
    db.selectFrom('invitations').selectAll().where('digest', '=', digest).executeTakeFirst(),
  listOf: (organisationId) =>
    db
      .selectFrom('invitations')
      .selectAll()
      .where('organisationId', '=', organisationId)
      .orderBy('email')
      .execute(),
  take: (digest) =>
    db.deleteFrom('invitations').where('digest', '=', digest).returningAll().executeTakeFirst(),
  remove: (organisationId, id) =>
    isDone(
      db
        .deleteFrom('invitations')
        .where('organisationId', '=', organisationId)
        .where('id', '=', id),
    ),
})

/** Ids of a user's personal space and organisations. */
export const ownersSeenBy = (db: Kysely<Tables>, userId: UserId) =>
  db
    .selectFrom('members')
    .select(({ ref }) => ref('organisationId').$castTo<OwnerId>().as('ownerId'))
    .where('userId', '=', userId)
    .unionAll(db.selectNoFrom(sql.val<OwnerId>(userId).as('ownerId')))

/** Ids of the owners in a quota account. */
export const ownersOfQuotaAccount = (db: Kysely<Tables>, accountId: OwnerId) =>
  db
    .selectFrom('organisations')
    .select(({ ref }) => ref('id').$castTo<OwnerId>().as('ownerId'))
    .where('quotaAccountId', '=', accountId)
    .unionAll(db.selectNoFrom(sql.val<OwnerId>(accountId).as('ownerId')))

/** Number of rows of a table that belong to the owners of a quota account. */
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
