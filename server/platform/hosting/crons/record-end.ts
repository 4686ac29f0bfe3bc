import { recordEvent } from '#platform/events/record-event.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { CronRunEnd, CronRunRecord, CronRunState } from '#platform/model/hosting/crons/cron.ts'

/** Runs of a task that are kept, and how long. */
export const keptRuns = 50
const keptFor = 30 * 86_400_000

const sentences: Record<Exclude<CronRunState, 'running' | 'succeeded'>, string> = {
  failed: 'failed',
  'timed-out': 'timed out',
  interrupted: 'was interrupted',
  skipped: 'was skipped',
  missed: 'was missed',
}

/** Stores how a run has ended, unless that is known already, and tells the owner where it did not succeed. */
export async function recordEnd(
  { store, logs, clock }: Pick<Platform, 'store' | 'logs' | 'clock'>,
  run: CronRunRecord,
  end?: CronRunEnd,
): Promise<void> {
  const { id, applicationId, cronId, name } = run
  const { state, reason, exitCode } = end ?? run
  const application = await store.applications.find(applicationId)
  const isNew = await store.transaction(async (inside) => {
    if (end && !(await inside.cronRuns.end(id, end))) return false
    if (!application || state === 'succeeded' || state === 'skipped') return true
    await recordEvent(inside, {
      ownerId: application.ownerId,
      date: clock(),
      name: 'CRON_FAILED',
      subjectId: applicationId,
      data: {
        id: applicationId,
        appId: applicationId,
        name: application.name,
        ownerId: application.ownerId,
        cronId,
        cronName: name,
        runId: id,
        state,
        exitCode,
        reason,
      },
    })
    return true
  })
  if (!isNew || !application) return
  await store.cronRuns.trim(applicationId, {
    cronId,
    keep: keptRuns,
    before: clock() - keptFor,
  })
  if (state === 'running' || state === 'succeeded') return
  const why = [exitCode === null ? '' : `exit code ${exitCode}`, reason ?? ''].filter(Boolean)
  logs.append({
    applicationId,
    deploymentId: application.liveDeploymentId ?? '',
    instanceId: run.instanceId ?? '',
    commit: application.commit ?? '',
    origin: 'deployment',
    severity: 'warning',
    message: `The scheduled task ${name} ${sentences[state]}${why.length > 0 ? `: ${why.join('. ')}` : ''}`,
  })
}
