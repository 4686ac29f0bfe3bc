import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import {
  type AddonId,
  type ApplicationId,
  isApplicationId,
  type LogSourceId,
  type OwnerId,
} from '#platform/model/ids.ts'
import type { Drain } from '#platform/model/observability/drain.ts'
import type { Drains, EnabledDrain } from '#platform/model/observability/drain-store.ts'
import { codec } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Row, StoredDrain, Tables } from '#stores/sql/tables.ts'

type Resource = Pick<StoredDrain, 'applicationId' | 'addonId'>

/** Two columns, so that the deletion of either kind of resource removes its drains. */
const columnsOf = (resourceId: LogSourceId): Resource =>
  isApplicationId(resourceId)
    ? { applicationId: resourceId, addonId: null }
    : { applicationId: null, addonId: resourceId }

const resourceIdOf = ({ applicationId, addonId }: Resource) =>
  (applicationId ?? addonId) as ApplicationId | AddonId

export function sqlDrains(db: Kysely<Tables>, vault: Vault): Drains {
  const { toRow, fromRow } = codec<StoredDrain>(
    { json: ['recipient'], sealed: ['recipient'] },
    vault,
  )
  const all = db.selectFrom('drains').selectAll()
  const drainOf = (row: Row<StoredDrain>): Drain => {
    const { applicationId, addonId, ...drain } = fromRow(row)
    return { ...drain, resourceId: resourceIdOf({ applicationId, addonId }) }
  }
  return {
    async add({ resourceId, ...drain }) {
      await db
        .insertInto('drains')
        .values(toRow({ ...drain, ...columnsOf(resourceId) }))
        .execute()
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && drainOf(row)
    },
    async listOf(resourceId) {
      const column = isApplicationId(resourceId) ? 'applicationId' : 'addonId'
      const own = all.where(column, '=', resourceId)
      return (await own.orderBy('createdAt').orderBy('id').execute()).map(drainOf)
    },
    async listEnabled() {
      const rows = await db
        .selectFrom('drains')
        .leftJoin('organisations', (join) =>
          join.on(sql`organisations."id"`, '=', sql.ref('drains.ownerId')),
        )
        .select([
          'drains.id as id',
          'drains.ownerId as ownerId',
          'drains.applicationId as applicationId',
          'drains.addonId as addonId',
          'drains.kind as kind',
          'drains.position as position',
          'drains.attempts as attempts',
          'drains.dueAt as dueAt',
          sql<OwnerId>`coalesce("quotaAccountId", drains."ownerId")`.as('accountId'),
        ])
        .where('drains.state', '=', 'ENABLED')
        .orderBy('drains.attemptedAt', (order) => order.asc().nullsFirst())
        .orderBy('drains.id')
        .execute()
      return rows.map(
        ({ applicationId, addonId, ...row }): EnabledDrain => ({
          ...row,
          resourceId: resourceIdOf({ applicationId, addonId }),
        }),
      )
    },
    async change(id, change) {
      await db.updateTable('drains').set(toRow(change)).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('drains').where('id', '=', id).execute()
    },
  }
}
