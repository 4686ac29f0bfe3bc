import type { Kysely } from 'kysely'
import { digestOf } from '#kit/crypto/digest.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  BackupCodes,
  SecondFactors,
  Sessions,
} from '#platform/model/identity/access/credential-store.ts'
import type { SecondFactor } from '#platform/model/identity/access/second-factor.ts'
import { codec, isDone, whole } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlSessions = (db: Kysely<Tables>): Sessions => ({
  async add(session) {
    await db.insertInto('sessions').values(session).execute()
  },
  find: (digest) =>
    db.selectFrom('sessions').selectAll().where('digest', '=', digest).executeTakeFirst(),
  async remove(digest) {
    await db.deleteFrom('sessions').where('digest', '=', digest).execute()
  },
  findOf: (userId, id) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', userId)
      .where('digest', '>=', id)
      .where('digest', '<', afterAll(id))
      .executeTakeFirst(),
  listOf: (userId) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .execute(),
  async removeOf(userId, kept) {
    const all = db.deleteFrom('sessions').where('userId', '=', userId)
    const others =
      kept === undefined
        ? all
        : all.where(({ eb, or }) =>
            or([eb('digest', '<', kept), eb('digest', '>=', afterAll(kept))]),
          )
    await others.execute()
  },
  async keepNewest(userId, count) {
    const newest = db
      .selectFrom('sessions')
      .select('digest')
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .limit(count)
    await db
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .where('digest', 'not in', newest)
      .execute()
  },
})

/** A text that sorts after every digest that begins with the id; digests are hexadecimal. */
const afterAll = (id: string) => `${id}~`

export function sqlSecondFactors(db: Kysely<Tables>, vault: Vault): SecondFactors {
  const { toRow, fromRow } = codec<SecondFactor>({ sealed: ['secret'] }, vault)
  return {
    put: (factor) =>
      whole(db, async (inside) => {
        const row = toRow(factor)
        await inside.deleteFrom('spentSteps').where('userId', '=', factor.userId).execute()
        await inside
          .insertInto('secondFactors')
          .values(row)
          .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
          .execute()
      }),
    async find(userId) {
      const row = await db
        .selectFrom('secondFactors')
        .selectAll()
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async confirm(userId, confirmedAt) {
      await db
        .updateTable('secondFactors')
        .set({ confirmedAt })
        .where('userId', '=', userId)
        .execute()
    },
    // A single statement, so that of two concurrent uses of a code only one succeeds.
    spendStep: (userId, purpose, lastStep) =>
      isDone(
        db
          .insertInto('spentSteps')
          .values({ userId, purpose, lastStep })
          .onConflict((conflict) =>
            conflict
              .columns(['userId', 'purpose'])
              .doUpdateSet({ lastStep })
              .where('spentSteps.lastStep', '<', lastStep),
          ),
      ),
    remove: (userId) =>
      whole(db, async (inside) => {
        await inside.deleteFrom('backupCodes').where('userId', '=', userId).execute()
        await inside.deleteFrom('spentSteps').where('userId', '=', userId).execute()
        await inside.deleteFrom('secondFactors').where('userId', '=', userId).execute()
      }),
  }
}

export const sqlBackupCodes = (db: Kysely<Tables>, vault: Vault): BackupCodes => ({
  replace: (userId, codes) =>
    whole(db, async (inside) => {
      await inside.deleteFrom('backupCodes').where('userId', '=', userId).execute()
      if (codes.length === 0) return
      const rows = codes.map((code) => ({ userId, digest: digestOf(code), code: vault.seal(code) }))
      await inside.insertInto('backupCodes').values(rows).execute()
    }),
  async listOf(userId) {
    const rows = await db
      .selectFrom('backupCodes')
      .select('code')
      .where('userId', '=', userId)
      .orderBy('digest')
      .execute()
    return rows.map(({ code }) => vault.open(code))
  },
  spend: (userId, code) =>
    isDone(
      db
        .deleteFrom('backupCodes')
        .where('userId', '=', userId)
        .where('digest', '=', digestOf(code)),
    ),
})
