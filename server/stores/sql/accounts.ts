import type { Kysely } from 'kysely'
import type { Members, Organisations, SshKeys, Users } from '#platform/store.ts'
import type { Tables } from './tables.ts'

export const sqlUsers = (db: Kysely<Tables>): Users => ({
  async add(user) {
    await db.insertInto('users').values(user).execute()
  },
  find: (id) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
  findByEmail: (email) =>
    db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),
})

export const sqlSshKeys = (db: Kysely<Tables>): SshKeys => ({
  async put(key) {
    await db
      .insertInto('sshKeys')
      .values(key)
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'name'])
          .doUpdateSet({ line: key.line, fingerprint: key.fingerprint }),
      )
      .execute()
  },
  list: (userId) =>
    db.selectFrom('sshKeys').selectAll().where('userId', '=', userId).orderBy('name').execute(),
  findByFingerprint: (fingerprint) =>
    db.selectFrom('sshKeys').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst(),
  async remove(userId, name) {
    const result = await db
      .deleteFrom('sshKeys')
      .where('userId', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
})

export const sqlOrganisations = (db: Kysely<Tables>): Organisations => ({
  async add(organisation) {
    await db.insertInto('organisations').values(organisation).execute()
  },
  find: (id) => db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst(),
  async listOf(userId) {
    const rows = await db
      .selectFrom('members')
      .innerJoin('organisations', 'organisations.id', 'members.organisationId')
      .selectAll('organisations')
      .select('members.role')
      .where('members.userId', '=', userId)
      .orderBy('organisations.name')
      .execute()
    return rows.map(({ role, ...organisation }) => ({ organisation, role }))
  },
})

export const sqlMembers = (db: Kysely<Tables>): Members => ({
  async put(member) {
    await db
      .insertInto('members')
      .values(member)
      .onConflict((conflict) =>
        conflict.columns(['organisationId', 'userId']).doUpdateSet({ role: member.role }),
      )
      .execute()
  },
  find: (organisationId, userId) =>
    db
      .selectFrom('members')
      .selectAll()
      .where('organisationId', '=', organisationId)
      .where('userId', '=', userId)
      .executeTakeFirst(),
})
