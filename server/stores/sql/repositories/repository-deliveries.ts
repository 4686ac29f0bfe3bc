import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  RepositoryDeliveries,
  RepositoryWebhook,
  RepositoryWebhooks,
} from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlRepositoryWebhooks(db: Kysely<Tables>, vault: Vault): RepositoryWebhooks {
  const { toRow, fromRow } = codec<RepositoryWebhook>({ sealed: ['secret'] }, vault)
  return {
    async find(applicationId) {
      const row = await db
        .selectFrom('repositoryWebhooks')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async put(webhook) {
      const { applicationId, ...fields } = toRow(webhook)
      await db
        .insertInto('repositoryWebhooks')
        .values({ applicationId, ...fields })
        .onConflict((conflict) => conflict.column('applicationId').doUpdateSet(fields))
        .execute()
    },
    async remove(applicationId) {
      await db.deleteFrom('repositoryWebhooks').where('applicationId', '=', applicationId).execute()
    },
  }
}

export const sqlRepositoryDeliveries = (db: Kysely<Tables>): RepositoryDeliveries => ({
  async add(delivery) {
    await db.insertInto('repositoryDeliveries').values(delivery).execute()
  },
  async find(id) {
    const row = await db
      .selectFrom('repositoryDeliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { ...row }
  },
  async listOf(applicationId, limit) {
    const rows = await db
      .selectFrom('repositoryDeliveries')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('receivedAt', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row }))
  },
  async hasAccepted(applicationId, digest) {
    const row = await db
      .selectFrom('repositoryDeliveries')
      .select('id')
      .where('applicationId', '=', applicationId)
      .where('digest', '=', digest)
      .where('outcome', '=', 'accepted')
      .executeTakeFirst()
    return row !== undefined
  },
  async trim(applicationId, { refused, others }) {
    for (const [operator, keep] of [
      ['=', refused],
      ['!=', others],
    ] as const) {
      const beyond = db
        .selectFrom('repositoryDeliveries')
        .select('id')
        .where('applicationId', '=', applicationId)
        .where('outcome', operator, 'refused')
        .orderBy('receivedAt', 'desc')
        .orderBy('id')
        .offset(keep)
        .limit(1000)
      await db
        .deleteFrom('repositoryDeliveries')
        .where('id', 'in', (query) => query.selectFrom(beyond.as('beyond')).select('beyond.id'))
        .execute()
    }
  },
})
