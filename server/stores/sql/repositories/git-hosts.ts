import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { DueTime } from '#platform/model/events/due-time.ts'
import type { GitHosts, RegisteredGitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import type { HostWebhooks } from '#platform/model/hosting/git-hosts/host-webhook.ts'
import type {
  QueuedStatus,
  QueuedStatuses,
} from '#platform/model/hosting/git-hosts/queued-status.ts'
import { codec } from '#stores/sql/codec.ts'
import { isDue } from '#stores/sql/due.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlGitHosts(db: Kysely<Tables>, vault: Vault): GitHosts {
  const fields = { boolean: ['isFromSettings'], sealed: ['token'] } as const
  const { toRow, fromRow } = codec<RegisteredGitHost>(fields, vault)
  const all = db.selectFrom('gitHosts').selectAll()
  return {
    async list() {
      return (await all.orderBy('createdAt').orderBy('id').execute()).map(fromRow)
    },
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async add(host) {
      await db.insertInto('gitHosts').values(toRow(host)).execute()
    },
    async change(id, change) {
      await db.updateTable('gitHosts').set(toRow(change)).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('gitHosts').where('id', '=', id).execute()
    },
  }
}

export const sqlHostWebhooks = (db: Kysely<Tables>): HostWebhooks => ({
  async find(applicationId) {
    const row = await db
      .selectFrom('hostWebhooks')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .executeTakeFirst()
    return row && { ...row }
  },
  async put({ applicationId, ...fields }) {
    await db
      .insertInto('hostWebhooks')
      .values({ applicationId, ...fields })
      .onConflict((conflict) => conflict.column('applicationId').doUpdateSet(fields))
      .execute()
  },
  async remove(applicationId) {
    await db.deleteFrom('hostWebhooks').where('applicationId', '=', applicationId).execute()
  },
})

export function sqlQueuedStatuses(db: Kysely<Tables>): QueuedStatuses {
  const dueAt = (due: DueTime) =>
    db
      .selectFrom('queuedStatuses')
      .selectAll()
      .where(isDue('dueAt', due))
      .orderBy('dueAt')
      .orderBy('applicationId')
      .orderBy('commit')
  return {
    async put({ applicationId, commit, ...fields }) {
      await db
        .insertInto('queuedStatuses')
        .values({ applicationId, commit, ...fields })
        .onConflict((conflict) => conflict.columns(['applicationId', 'commit']).doUpdateSet(fields))
        .execute()
    },
    async listDue(due) {
      return (await dueAt(due).execute()).map((row) => ({ ...row }))
    },
    async findDue(applicationId, due) {
      const row = await dueAt(due)
        .where('applicationId', '=', applicationId)
        .limit(1)
        .executeTakeFirst()
      return row && { ...row }
    },
    async nextDue() {
      const row = await db
        .selectFrom('queuedStatuses')
        .select(({ fn }) => fn.min('dueAt').as('next'))
        .executeTakeFirst()
      return row?.next ?? undefined
    },
    async postpone({ applicationId, commit, eventId, attempts }: QueuedStatus, dueAt) {
      await db
        .updateTable('queuedStatuses')
        .set({ dueAt, attempts: attempts + 1 })
        .where('applicationId', '=', applicationId)
        .where('commit', '=', commit)
        .where('eventId', '=', eventId)
        .execute()
    },
    async remove({ applicationId, commit, eventId }) {
      await db
        .deleteFrom('queuedStatuses')
        .where('applicationId', '=', applicationId)
        .where('commit', '=', commit)
        .where('eventId', '=', eventId)
        .execute()
    },
  }
}
