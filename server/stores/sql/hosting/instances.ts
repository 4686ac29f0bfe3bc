import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Instances } from '#platform/model/store.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

const recordColumns = [
  'instances.id',
  'instances.applicationId',
  'instances.deploymentId',
  'instances.number',
  'instances.state',
  'instances.flavor',
  'instances.createdAt',
] as const

/** The engine's handle may contain the environment, so it is encrypted. */
export function sqlInstances(db: Kysely<Tables>, vault: Vault): Instances {
  const seal = (started: Instance['started']) => started && vault.seal(JSON.stringify(started))
  const toInstance = (row: Row<Instance>): Instance => ({
    ...row,
    started: row.started === null ? null : JSON.parse(vault.open(row.started)),
  })
  return {
    async add(instance) {
      await db
        .insertInto('instances')
        .values({ ...instance, started: seal(instance.started) })
        .execute()
    },
    async find(id) {
      const row = await db
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toInstance(row)
    },
    async update(id, { state, started }) {
      await db
        .updateTable('instances')
        .set({
          ...(state && { state }),
          ...(started !== undefined && { started: seal(started) }),
        })
        .where('id', '=', id)
        .execute()
    },
    async remove(id) {
      await db.deleteFrom('instances').where('id', '=', id).execute()
    },
    async listOf(applicationId) {
      const rows = await db
        .selectFrom('instances')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .orderBy('createdAt')
        .orderBy('number')
        .execute()
      return rows.map(toInstance)
    },
    listOfOwner: (ownerId, applicationId) =>
      db
        .selectFrom('applications')
        .innerJoin('instances', 'instances.applicationId', 'applications.id')
        .select(recordColumns)
        .where('applications.ownerId', '=', ownerId)
        .where('applications.wanted', '!=', 'gone')
        .$if(applicationId !== undefined, (query) =>
          query.where('applications.id', '=', applicationId as ApplicationId),
        )
        .orderBy('instances.createdAt')
        .orderBy('instances.number')
        .execute(),
    async listOfQuotaAccount(accountId) {
      const rows = await db
        .selectFrom('applications')
        .innerJoin('instances', 'instances.applicationId', 'applications.id')
        .leftJoin('deployments', 'deployments.id', 'instances.deploymentId')
        .select(['instances.applicationId', 'instances.deploymentId', 'instances.flavor'])
        .select('deployments.state')
        .where('applications.ownerId', 'in', ownersOfQuotaAccount(db, accountId))
        .where('applications.wanted', '!=', 'gone')
        .execute()
      return rows.map(({ state, ...instance }) => ({ ...instance, hasFailed: state === 'failed' }))
    },
    async listAll() {
      const rows = await db.selectFrom('instances').selectAll().orderBy('createdAt').execute()
      return rows.map(toInstance)
    },
  }
}
