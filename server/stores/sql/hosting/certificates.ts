import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  Certificate,
  CertificateSummary,
  KeyedCertificate,
} from '#platform/model/hosting/certificate.ts'
import type { Certificates, OwnedHost } from '#platform/model/hosting/certificate-store.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { ownedHosts } from './certificate-orders.ts'

const summaryColumns = [
  'id',
  'ownerId',
  'source',
  'host',
  'names',
  'subject',
  'issuer',
  'serialNumber',
  'fingerprint',
  'notBefore',
  'notAfter',
  'createdAt',
  'warnedAt',
] as const satisfies (keyof CertificateSummary)[]
const columns = [...summaryColumns, 'chain'] as const satisfies (keyof Certificate)[]

/** Values of one query; a database allows some thousands. */
const batch = 500

export const sqlCertificates = (db: Kysely<Tables>, vault: Vault): Certificates => {
  const summary = codec<CertificateSummary>({ json: ['names'] })
  const plain = codec<Certificate>({ json: ['names'] })
  const keyed = codec<KeyedCertificate>({ json: ['names'], sealed: ['key'] }, vault)
  const records = () => db.selectFrom('certificates').select(columns)
  return {
    add: (certificate) =>
      isDone(
        db
          .insertInto('certificates')
          .values(keyed.toRow(certificate))
          .onConflict((conflict) => conflict.columns(['fingerprint', 'ownerId']).doNothing()),
      ),
    async find(id) {
      const row = await records().where('id', '=', id).executeTakeFirst()
      return row && plain.fromRow(row)
    },
    async findKeyed(id) {
      const row = await db
        .selectFrom('certificates')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && keyed.fromRow(row)
    },
    async listOf(ownerId) {
      const rows = await records()
        .where('ownerId', '=', ownerId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => plain.fromRow(row))
    },
    async listSummaries(ownerId) {
      const rows = await db
        .selectFrom('certificates')
        .select(summaryColumns)
        .where('ownerId', '=', ownerId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => summary.fromRow(row))
    },
    async ownersOf(hosts) {
      const owned: OwnedHost[] = []
      for (let at = 0; at < hosts.length; at += batch) {
        const some = hosts.slice(at, at + batch)
        owned.push(...(await ownedHosts(db).where('domains.host', 'in', some).execute()))
      }
      return owned
    },
    async hostsOf(ownerId) {
      const rows = await ownedHosts(db).where('applications.ownerId', '=', ownerId).execute()
      return rows.map(({ host }) => host)
    },
    listHosts: (after, limit) =>
      ownedHosts(db)
        .where('domains.host', '>', after)
        .orderBy('domains.host')
        .limit(limit)
        .execute(),
    async listExpiring(before) {
      const rows = await records()
        .where('source', '=', 'uploaded')
        .where('warnedAt', 'is', null)
        .where('notAfter', '<', before)
        .orderBy('ownerId')
        .execute()
      return rows.map((row) => plain.fromRow(row))
    },
    async setWarned(id, warnedAt) {
      await db.updateTable('certificates').set({ warnedAt }).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('certificates').where('id', '=', id).execute()
    },
    async removeOf(ownerId) {
      await db.deleteFrom('certificates').where('ownerId', '=', ownerId).execute()
    },
    async removeUnused(hosts) {
      await db
        .deleteFrom('certificates')
        .where('source', '=', 'acme')
        .$if(hosts !== undefined, (query) => query.where('certificates.host', 'in', hosts ?? []))
        .where(({ not, exists }) =>
          not(
            exists(
              ownedHosts(db)
                .where('domains.host', '=', sql.ref<string>('certificates.host'))
                .where('applications.ownerId', '=', sql.ref<OwnerId>('certificates.ownerId')),
            ),
          ),
        )
        .execute()
    },
  }
}
