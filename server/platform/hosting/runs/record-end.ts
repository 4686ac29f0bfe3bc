import { formatDuration } from '#kit/text/duration.ts'
import { closeUsage } from '#platform/billing/usage/meter.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { RunEnd, RunRecord } from '#platform/model/hosting/runs/run.ts'

/** Ended runs of an application that are kept, and how long. */
export const keptRuns = 100
const keptFor = 30 * 86_400_000

type Context = Pick<Platform, 'store' | 'clock' | 'actionEvents'>

/** Stores how a run has ended, unless that is known already, with the end of its metering, its audit entry and its event. */
export async function recordEnd(platform: Context, run: RunRecord, end: RunEnd): Promise<void> {
  const { store, clock } = platform
  const isNew = await store.transaction(async (inside) => {
    await closeUsage(inside, run.id, end.endedAt ?? clock())
    return inside.runs.end(run.id, end)
  })
  const application = await store.applications.find(run.applicationId)
  if (!isNew || !application) return
  const { startedBy: userId, credential, credentialId, from } = run
  await recordAction(
    platform,
    { userId, credential, credentialId, rights: [] },
    {
      ownerId: application.ownerId,
      action: 'run.end',
      target: `${application.id} ${run.id} (${outcomeOf(run, end)})`,
      outcome: 'done',
      from,
    },
  )
  await store.runs.trim(application.id, { keep: keptRuns, before: clock() - keptFor })
}

/** `exit 3 after 2 s`, `stopped after 10 s` */
function outcomeOf({ startedAt, createdAt }: RunRecord, { state, exitCode, endedAt }: RunEnd) {
  const isOwn = (state === 'succeeded' || state === 'failed') && exitCode !== null
  const took = formatDuration(Math.max(0, (endedAt ?? createdAt) - (startedAt ?? createdAt)))
  return `${isOwn ? `exit ${exitCode}` : state} after ${took}`
}
