import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { CronId, CronRun, CronRunRecord } from '#platform/model/hosting/crons/cron.ts'
import type { CronRuns } from '#platform/model/hosting/crons/cron-store.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

const recordColumns = [
  'id',
  'applicationId',
  'cronId',
  'name',
  'schedule',
  'command',
  'cause',
  'requestedBy',
  'dueAt',
  'slot',
  'serverId',
  'instanceId',
  'instanceNumber',
  'state',
  'startedAt',
  'endedAt',
  'exitCode',
  'reason',
] as const

/** Commands and outputs may contain secrets, so they are encrypted. */
export function sqlCronRuns(db: Kysely<Tables>, vault: Vault): CronRuns {
  const { toRow, fromRow } = codec<CronRun>(
    { sealed: ['command', 'output'], boolean: ['isCut'] },
    vault,
  )
  const recordOf = (row: Row<CronRunRecord>): CronRunRecord => ({
    ...row,
    command: vault.open(row.command),
  })
  const newestFirst = db
    .selectFrom('cronRuns')
    .select(recordColumns)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
  return {
    add: (run) =>
      isDone(
        db
          .insertInto('cronRuns')
          .values(toRow(run))
          .onConflict((conflict) =>
            conflict.columns(['applicationId', 'cronId', 'dueAt', 'slot']).doNothing(),
          ),
      ),
    async find(id) {
      const row = await db
        .selectFrom('cronRuns')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    end: (id, end) =>
      isDone(
        db
          .updateTable('cronRuns')
          .set(toRow(end))
          .where('id', '=', id)
          .where('state', '=', 'running'),
      ),
    async list(applicationId, { cronId, limit }) {
      const rows = await newestFirst
        .where('applicationId', '=', applicationId)
        .$if(cronId !== undefined, (query) => query.where('cronId', '=', cronId as CronId))
        .limit(limit)
        .execute()
      return rows.map(recordOf)
    },
    async newest(applicationId) {
      const rows = await newestFirst
        .where('applicationId', '=', applicationId)
        .where((each) =>
          each.not(
            each.exists(
              each
                .selectFrom('cronRuns as later')
                .select('later.id')
                .whereRef('later.applicationId', '=', 'cronRuns.applicationId')
                .whereRef('later.cronId', '=', 'cronRuns.cronId')
                .whereRef('later.startedAt', '>', 'cronRuns.startedAt'),
            ),
          ),
        )
        .execute()
      return rows.map(recordOf)
    },
    async listRunning(applicationId) {
      const rows = await newestFirst
        .where('state', '=', 'running')
        .$if(applicationId !== undefined, (query) =>
          query.where('applicationId', '=', applicationId as ApplicationId),
        )
        .execute()
      return rows.map(recordOf)
    },
    async trim(applicationId, { cronId, keep, before }) {
      const ended = db
        .deleteFrom('cronRuns')
        .where('applicationId', '=', applicationId)
        .where('state', '!=', 'running')
      await ended.where('startedAt', '<', before).execute()
      const oldest = await newestFirst
        .where('applicationId', '=', applicationId)
        .where('cronId', '=', cronId)
        .offset(keep)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) return
      await ended.where('cronId', '=', cronId).where('startedAt', '<=', oldest.startedAt).execute()
    },
  }
}
