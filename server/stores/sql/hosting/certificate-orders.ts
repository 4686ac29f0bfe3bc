import type { Kysely } from 'kysely'
import type { CertificateOrders } from '#platform/model/hosting/certificate-store.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Hosts of applications, with the owners of these. */
export const ownedHosts = (db: Kysely<Tables>) =>
  db
    .selectFrom('domains')
    .innerJoin('applications', 'applications.id', 'domains.applicationId')
    .where('applications.wanted', '!=', 'gone')
    .select(['domains.host as host', 'applications.ownerId as ownerId'])
    .distinct()

export const sqlCertificateOrders = (db: Kysely<Tables>): CertificateOrders => ({
  async add(hosts, dueAt) {
    for (const { host, ownerId } of hosts) {
      await db
        .insertInto('certificateOrders')
        .values({
          host,
          ownerId,
          dueAt,
          failures: 0,
          attemptedAt: null,
          attemptedBy: null,
          problem: null,
          warnedAt: null,
        })
        .onConflict((conflict) => conflict.column('host').doNothing())
        .execute()
    }
  },
  find: (host) =>
    db.selectFrom('certificateOrders').selectAll().where('host', '=', host).executeTakeFirst(),
  listOf: (ownerId, limit) =>
    db
      .selectFrom('certificateOrders')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .orderBy('failures', 'desc')
      .orderBy('host')
      .limit(limit)
      .execute(),
  listHostsWithout: (after, limit) =>
    ownedHosts(db)
      .where('domains.host', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('certificateOrders')
              .select('certificateOrders.host')
              .whereRef('certificateOrders.host', '=', 'domains.host'),
          ),
        ),
      )
      .orderBy('domains.host')
      .limit(limit)
      .execute(),
  dueAccounts: (now) =>
    db
      .selectFrom('certificateOrders')
      .leftJoin('organisations', (join) =>
        join.on(sql`organisations."id"`, '=', sql.ref('certificateOrders.ownerId')),
      )
      .select(sql<OwnerId>`coalesce("quotaAccountId", "ownerId")`.as('accountId'))
      .select(({ fn }) => fn.max('attemptedAt').as('attemptedAt'))
      .groupBy('accountId')
      .having(({ fn }) => fn.min('dueAt'), '<=', now)
      .orderBy('attemptedAt', (order) => order.asc().nullsFirst())
      .execute(),
  nextOf: (accountId, now) =>
    db
      .selectFrom('certificateOrders')
      .selectAll()
      .where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .orderBy('host')
      .limit(1)
      .executeTakeFirst(),
  async nextDue(now) {
    const row = await db
      .selectFrom('certificateOrders')
      .select('dueAt')
      .where('dueAt', '>', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst()
    return row?.dueAt
  },
  async change(host, change) {
    await db.updateTable('certificateOrders').set(change).where('host', '=', host).execute()
  },
  async resumeOf(serverId, dueAt) {
    await db
      .updateTable('certificateOrders')
      .set({ dueAt })
      .where('attemptedBy', '=', serverId)
      .execute()
  },
  async moveBack(now) {
    const late = db.updateTable('certificateOrders').where('attemptedAt', '>', now)
    await late
      // The date of a renewal is one of its certificate.
      .where((order) =>
        order.or([order('problem', 'is not', null), order('attemptedBy', 'is not', null)]),
      )
      .set({ dueAt: sql<number>`"dueAt" - ("attemptedAt" - ${now})` })
      .execute()
    await late.set({ attemptedAt: now }).execute()
  },
  listUnwarned: (failures, warnedBefore) =>
    db
      .selectFrom('certificateOrders')
      .selectAll()
      .where('failures', '>=', failures)
      .where((order) =>
        order.or([order('warnedAt', 'is', null), order('warnedAt', '<', warnedBefore)]),
      )
      .orderBy('ownerId')
      .orderBy('host')
      .execute(),
  async lastWarning(ownerId) {
    const row = await db
      .selectFrom('certificateWarnings')
      .select('warnedAt')
      .where('ownerId', '=', ownerId)
      .executeTakeFirst()
    return row?.warnedAt
  },
  async setLastWarning(ownerId, warnedAt) {
    await db
      .insertInto('certificateWarnings')
      .values({ ownerId, warnedAt })
      .onConflict((conflict) => conflict.column('ownerId').doUpdateSet({ warnedAt }))
      .execute()
  },
  async removeOf(ownerId) {
    await db.deleteFrom('certificateOrders').where('ownerId', '=', ownerId).execute()
    await db.deleteFrom('certificateWarnings').where('ownerId', '=', ownerId).execute()
  },
  async removeUnused(hosts) {
    await db
      .deleteFrom('certificateOrders')
      .$if(hosts !== undefined, (query) => query.where('certificateOrders.host', 'in', hosts ?? []))
      .where(({ not, exists }) =>
        not(
          exists(
            ownedHosts(db)
              .where('domains.host', '=', sql.ref<string>('certificateOrders.host'))
              .where('applications.ownerId', '=', sql.ref<OwnerId>('certificateOrders.ownerId')),
          ),
        ),
      )
      .execute()
  },
})
