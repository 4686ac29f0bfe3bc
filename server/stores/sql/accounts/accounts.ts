import type { Kysely } from 'kysely'
import type {
  Avatars,
  Emails,
  SshKeys,
  Users,
} from '#platform/model/identity/accounts/account-store.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { codec, isDone, whole } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const users = codec<User>({ json: ['profile'] })

export const sqlUsers = (db: Kysely<Tables>): Users => ({
  add: (user) =>
    whole(db, async (inside) => {
      await inside.insertInto('users').values(users.toRow(user)).execute()
      await inside.insertInto('emails').values({ email: user.email, userId: user.id }).execute()
    }),
  async find(id) {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    return row && users.fromRow(row)
  },
  async list(ids) {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
    return rows.map(users.fromRow)
  },
  async findByEmail(email) {
    const row = await db
      .selectFrom('emails')
      .innerJoin('users', 'users.id', 'emails.userId')
      .selectAll('users')
      .where('emails.email', '=', email)
      .executeTakeFirst()
    return row && users.fromRow(row)
  },
  async change(id, change) {
    if (Object.keys(change).length === 0) return
    await db.updateTable('users').set(users.toRow(change)).where('id', '=', id).execute()
  },
  async remove(id) {
    await db.deleteFrom('users').where('id', '=', id).execute()
  },
})

export const sqlEmails = (db: Kysely<Tables>): Emails => ({
  add: (userId, email) =>
    isDone(
      db
        .insertInto('emails')
        .values({ userId, email })
        .onConflict((conflict) => conflict.column('email').doNothing()),
    ),
  async listOf(userId) {
    const rows = await db
      .selectFrom('emails')
      .select('email')
      .where('userId', '=', userId)
      .orderBy('email')
      .execute()
    return rows.map(({ email }) => email)
  },
  remove: (userId, email) =>
    isDone(db.deleteFrom('emails').where('userId', '=', userId).where('email', '=', email)),
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
  remove: (userId, name) =>
    isDone(db.deleteFrom('sshKeys').where('userId', '=', userId).where('name', '=', name)),
})

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
