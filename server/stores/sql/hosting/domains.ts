import type { Kysely } from 'kysely'
import type { Domain } from '#platform/model/hosting/domain.ts'
import type { Domains } from '#platform/model/hosting/domain-store.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { fromRow, isDone, toRow, whole } from '#stores/sql/codec.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

const columns = ['host', 'path', 'applicationId', 'favourite'] as const
const toDomain = (row: Row<Domain>): Domain => fromRow<Domain>(row, ['favourite'])

/** Hosts are ASCII, so that letters are code units. */
const reversed = (host: string): string => [...host].reverse().join('')

export const sqlDomains = (db: Kysely<Tables>): Domains => ({
  async add(domain) {
    const reversedHost = reversed(domain.host)
    await db
      .insertInto('domains')
      .values({ ...toRow(domain), reversedHost })
      .execute()
  },
  async find({ host, path }) {
    const row = await db
      .selectFrom('domains')
      .select(columns)
      .where('host', '=', host)
      .where('path', '=', path)
      .executeTakeFirst()
    return row && toDomain(row)
  },
  remove(applicationId, { host, path }) {
    return isDone(
      db
        .deleteFrom('domains')
        .where('applicationId', '=', applicationId)
        .where('host', '=', host)
        .where('path', '=', path),
    )
  },
  setFavourite(applicationId, name) {
    return whole(db, async (inside) => {
      await inside
        .updateTable('domains')
        .set({ favourite: 0 })
        .where('applicationId', '=', applicationId)
        .where('favourite', '=', 1)
        .execute()
      if (!name) return
      await inside
        .updateTable('domains')
        .set({ favourite: 1 })
        .where('applicationId', '=', applicationId)
        .where('host', '=', name.host)
        .where('path', '=', name.path)
        .execute()
    })
  },
  async listAll() {
    const rows = await db
      .selectFrom('domains')
      .select(columns)
      .orderBy('host')
      .orderBy('path')
      .execute()
    return rows.map(toDomain)
  },
  async listOf(applicationId) {
    const rows = await db
      .selectFrom('domains')
      .select(columns)
      .where('applicationId', '=', applicationId)
      .orderBy('host')
      .orderBy('path')
      .execute()
    return rows.map(toDomain)
  },
  async listOfOwner(ownerId) {
    const rows = await db
      .selectFrom('applications')
      .innerJoin('domains', 'domains.applicationId', 'applications.id')
      .select(['domains.host', 'domains.path', 'domains.applicationId', 'domains.favourite'])
      .where('applications.ownerId', '=', ownerId)
      .where('applications.wanted', '!=', 'gone')
      .orderBy('domains.host')
      .orderBy('domains.path')
      .execute()
    return rows.map(toDomain)
  },
  async listOwners(hosts) {
    const rows = await db
      .selectFrom('domains')
      .innerJoin('applications', 'applications.id', 'domains.applicationId')
      .where('domains.host', 'in', [...hosts])
      .select('applications.ownerId')
      .distinct()
      .execute()
    return rows.map(({ ownerId }) => ownerId)
  },
  async hasOtherOwnerBelow(name, ownerId) {
    const parent = reversed(name)
    const row = await db
      .selectFrom('domains')
      .innerJoin('applications', 'applications.id', 'domains.applicationId')
      .where('domains.reversedHost', '>=', `${parent}.`)
      // `/` follows `.` in ASCII, so that the range holds what begins with the parent and a dot.
      .where('domains.reversedHost', '<', `${parent}/`)
      .where('applications.ownerId', '!=', ownerId)
      .select('domains.host')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
  async countOfQuotaAccount(accountId) {
    const { count } = await db
      .selectFrom('domains')
      .innerJoin('applications', 'applications.id', 'domains.applicationId')
      .where('applications.ownerId', 'in', ownersOfQuotaAccount(db, accountId))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
})
