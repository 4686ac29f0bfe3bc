import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { permitShell } from '#platform/hosting/shells/find-instance.ts'
import type { RunStop } from '#platform/model/hosting/runs/runs.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { ActiveRun } from './active-run.ts'

/** Keeps what a run has printed, and says why it has to end, if it has to. */
export async function watchRun(
  platform: Pick<Platform, 'store' | 'clock' | 'actionEvents' | 'placement'>,
  each: ActiveRun,
): Promise<RunStop | undefined> {
  const { store, placement } = platform
  const { run, ring, attachment } = each
  if (ring.outputEnd > each.keptUntil) {
    const { output, outputEnd } = ring
    await store.runs.keepOutput(run.id, { output, outputEnd })
    each.keptUntil = outputEnd
  }
  const application = await store.applications.find(run.applicationId)
  if (application?.suspended) return { state: 'interrupted', reason: suspendedSentence }
  if (!(await placement.isLocal(run.applicationId))) return moved
  if (!attachment) return undefined
  try {
    await permitShell(platform, attachment.caller, run.applicationId)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { state: 'interrupted', reason: error.message }
    throw error
  }
}

const moved = {
  state: 'interrupted',
  reason: 'The application was assigned to another server.',
} as const satisfies RunStop
