import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Run, RunRecord } from '#platform/model/hosting/runs/run.ts'
import type { RunStore } from '#platform/model/hosting/runs/run-store.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

const recordColumns = [
  'id',
  'applicationId',
  'deploymentId',
  'release',
  'commit',
  'command',
  'flavor',
  'isDetached',
  'timeout',
  'startedBy',
  'credential',
  'credentialId',
  'from',
  'serverId',
  'state',
  'createdAt',
  'startedAt',
  'endedAt',
  'exitCode',
  'reason',
] as const

const unfinished = ['starting', 'running'] as const

/** Commands and outputs may contain secrets, so they are encrypted. */
export function sqlRuns(db: Kysely<Tables>, vault: Vault): RunStore {
  const { toRow, fromRow } = codec<Run>(
    { sealed: ['command', 'output'], boolean: ['isDetached'] },
    vault,
  )
  const recordOf = (row: Row<RunRecord>): RunRecord => ({
    ...row,
    command: vault.open(row.command),
    isDetached: row.isDetached === 1,
  })
  const newestFirst = db
    .selectFrom('runs')
    .select(recordColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
  return {
    async add(run) {
      await db.insertInto('runs').values(toRow(run)).execute()
    },
    async find(id) {
      const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async list(applicationId, limit) {
      const rows = await newestFirst
        .where('applicationId', '=', applicationId)
        .limit(limit)
        .execute()
      return rows.map(recordOf)
    },
    async listUnfinished(applicationId) {
      const rows = await newestFirst
        .where('state', 'in', unfinished)
        .$if(applicationId !== undefined, (query) =>
          query.where('applicationId', '=', applicationId as ApplicationId),
        )
        .execute()
      return rows.map(recordOf)
    },
    async begin(id, startedAt) {
      await db
        .updateTable('runs')
        .set({ state: 'running', startedAt })
        .where('id', '=', id)
        .where('state', '=', 'starting')
        .execute()
    },
    async keepOutput(id, output) {
      await db
        .updateTable('runs')
        .set(toRow(output))
        .where('id', '=', id)
        .where('state', 'in', unfinished)
        .execute()
    },
    end: (id, end) =>
      isDone(
        db
          .updateTable('runs')
          .set(toRow(end))
          .where('id', '=', id)
          .where('state', 'in', unfinished),
      ),
    async trim(applicationId, { keep, before }) {
      const ended = db
        .deleteFrom('runs')
        .where('applicationId', '=', applicationId)
        .where('state', 'not in', unfinished)
      await ended.where('createdAt', '<', before).execute()
      const oldest = await newestFirst
        .where('applicationId', '=', applicationId)
        .offset(keep)
        .limit(1)
        .executeTakeFirst()
      if (oldest) await ended.where('createdAt', '<=', oldest.createdAt).execute()
    },
  }
}
