import { platformBackupsAnswer } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import type { PlatformBackups } from '#platform/model/operation.ts'

const path = '/v4/berth/operator/backups'

const iso = (date: number) => new Date(date).toISOString()

async function backupsToWire({ folder, run, list }: PlatformBackups) {
  return {
    folder,
    run: run
      ? {
          state: run.state,
          startDate: iso(run.startedAt),
          endDate: run.endedAt === null ? null : iso(run.endedAt),
          lines: [...run.lines],
        }
      : null,
    backups: (await list()).map(({ name, bytes, createdAt }) => ({
      name,
      bytes,
      creationDate: iso(createdAt),
    })),
  }
}

export const listPlatformBackups = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary: 'Lists the back-ups of the platform that were asked for here, newest first',
  answer: platformBackupsAnswer,
  handle: ({ platform }) => backupsToWire(platform.operation.backups),
})

export const postPlatformBackup = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  action: 'platform.back-up',
  summary:
    'Begins a back-up of the platform into the folder of `BERTH_BACKUP_FOLDER`; it cannot be fetched through the API, as it holds every secret',
  answer: platformBackupsAnswer,
  async handle({ platform }) {
    await platform.operation.backups.begin()
    return backupsToWire(platform.operation.backups)
  },
})
