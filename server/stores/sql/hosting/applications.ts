import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Applications, Variables } from '#platform/model/store.ts'
import { ownersOfQuotaAccount, ownersSeenBy } from '#stores/sql/accounts/organisations.ts'
import { codec, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

const { toRow, fromRow: toApplication } = codec<Application>({
  json: ['tags'],
  boolean: [
    'separateBuild',
    'stickySessions',
    'homogeneous',
    'cancelOnPush',
    'forceHttps',
    'favourite',
    'archived',
    'isTask',
    'suspended',
  ],
})

export const sqlApplications = (db: Kysely<Tables>): Applications => ({
  // In a transaction, because two statements at once would take the same number.
  add: (application) =>
    whole(db, async (inside) => {
      const row = await inside
        .insertInto('applications')
        .values({
          ...toRow(application),
          number: sql<number>`(select coalesce(max("number"), 0) + 1 from applications)`,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApplication(row)
    }),
  async find(id) {
    const row = await db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .where('wanted', '!=', 'gone')
      .executeTakeFirst()
    return row && toApplication(row)
  },
  async listOf(ownerId, { limit, offset } = {}) {
    let query = db
      .selectFrom('applications')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .where('wanted', '!=', 'gone')
      .orderBy('createdAt')
      .orderBy('number')
    if (limit !== undefined || offset) query = query.limit(limit ?? Number.MAX_SAFE_INTEGER)
    if (offset) query = query.offset(offset)
    return (await query.execute()).map(toApplication)
  },
  listOfQuotaAccount: (accountId) =>
    db
      .selectFrom('applications')
      .select(['id', 'wanted', 'currentInstances', 'currentFlavor'])
      .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
      .where('wanted', '!=', 'gone')
      .execute(),
  async countOfQuotaAccount(accountId) {
    const { count } = await db
      .selectFrom('applications')
      .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
      .where('wanted', '!=', 'gone')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
  async listSeenBy(userId) {
    const rows = await db
      .selectFrom('applications')
      .selectAll()
      .where('ownerId', 'in', ownersSeenBy(db, userId))
      .where('wanted', '!=', 'gone')
      .orderBy('createdAt')
      .orderBy('number')
      .execute()
    return rows.map(toApplication)
  },
  async listAll() {
    const rows = await db.selectFrom('applications').selectAll().orderBy('number').execute()
    return rows.map(toApplication)
  },
  async listAutoscaled() {
    const rows = await db
      .selectFrom('applications')
      .selectAll()
      .where('wanted', '=', 'up')
      .where('suspended', '=', 0)
      .where('asleepSince', 'is', null)
      .where(({ eb, or, ref }) =>
        or([eb('minInstances', '<', ref('maxInstances')), eb('minFlavor', '!=', ref('maxFlavor'))]),
      )
      .orderBy('number')
      .execute()
    return rows.map(toApplication)
  },
  async change(id, change) {
    if (Object.keys(change).length === 0) return
    await db.updateTable('applications').set(toRow(change)).where('id', '=', id).execute()
  },
  async setWanted(id, wanted) {
    await db
      .updateTable('applications')
      .set({ wanted, asleepSince: null, wakeRequestedAt: null })
      .where('id', '=', id)
      .where('wanted', '!=', 'gone')
      .execute()
  },
  async setSuspended(ownerId, suspended) {
    await db
      .updateTable('applications')
      .set({ suspended: Number(suspended) })
      .where('ownerId', '=', ownerId)
      .execute()
  },
  async setLive(id, liveDeploymentId, commit) {
    await db
      .updateTable('applications')
      .set({ liveDeploymentId, commit, wanted: 'up', asleepSince: null, wakeRequestedAt: null })
      .where('id', '=', id)
      .where('wanted', '!=', 'gone')
      .execute()
  },
  async setSleep(id, change) {
    await db
      .updateTable('applications')
      .set(change)
      .where('id', '=', id)
      .where('wanted', '!=', 'gone')
      .execute()
  },
  async remove(id) {
    await db.deleteFrom('applications').where('id', '=', id).execute()
  },
})

/** Variables of applications, in one of the tables for variables. */
export const sqlVariables = (
  db: Kysely<Tables>,
  vault: Vault,
  table: 'variables' | 'exposedVariables' | 'generatedSecrets',
): Variables => ({
  async of(applicationId) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('name')
      .execute()
    return Object.freeze(
      Object.fromEntries(rows.map(({ name, value }) => [name, vault.open(value)])),
    )
  },
  async set(applicationId, name, plain) {
    const value = vault.seal(plain)
    await db
      .insertInto(table)
      .values({ applicationId, name, value })
      .onConflict((conflict) => conflict.columns(['applicationId', 'name']).doUpdateSet({ value }))
      .execute()
  },
  async unset(applicationId, name) {
    await db
      .deleteFrom(table)
      .where('applicationId', '=', applicationId)
      .where('name', '=', name)
      .execute()
  },
  async replace(applicationId, environment) {
    await db.deleteFrom(table).where('applicationId', '=', applicationId).execute()
    const rows = Object.entries(environment).map(([name, plain]) => ({
      applicationId,
      name,
      value: vault.seal(plain),
    }))
    for (const some of batches(rows)) await db.insertInto(table).values(some).execute()
  },
})

/** The number of bound values is limited, and each row count is another prepared statement, so there are three of them. */
const batchSizes = [100, 10, 1]

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  let at = 0
  for (const size of batchSizes) {
    for (; at + size <= rows.length; at += size) yield rows.slice(at, at + size)
  }
}
