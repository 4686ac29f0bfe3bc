import { formatDuration } from '#kit/text/duration.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { CronRun, CronRunEnd } from '#platform/model/hosting/crons/cron.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import { createOutputTail } from './output-tail.ts'
import type { RunningInstance } from './start-runs.ts'

/** Characters of the output that are kept. */
const maxOutput = 64 * 1024
/** Between SIGTERM and SIGKILL. */
const grace = 5000

export interface PerformOptions {
  run: CronRun
  cron: ScheduledCron
  instance: RunningInstance
  /** Aborted, with a sentence as its reason, to end the run early. */
  signal: AbortSignal
}

/** Runs the command of a task in an instance to its end, and says how it has ended. */
export async function performRun(
  { engine, store, clock }: Pick<Platform, 'engine' | 'store' | 'clock'>,
  { cron, instance, signal }: PerformOptions,
): Promise<CronRunEnd> {
  const tail = createOutputTail(maxOutput)
  const late = AbortSignal.timeout(cron.timeout)
  const ended = (
    end: Pick<CronRunEnd, 'state' | 'reason'> & { exitCode?: number },
  ): CronRunEnd => ({
    exitCode: null,
    ...end,
    endedAt: clock(),
    output: tail.text,
    isCut: tail.isCut,
  })
  try {
    const code = await engine.run(instance.started, cron.command, AbortSignal.any([signal, late]), {
      // Scripts that run in the first instance alone ask for its number.
      ...(cron.where === 'one instance' && { environment: { INSTANCE_NUMBER: '0' } }),
      onLine: tail.push,
      grace,
    })
    if (code === 0) return ended({ state: 'succeeded', reason: null, exitCode: code })
    return ended({ state: 'failed', reason: reasonOf(code), exitCode: code })
  } catch (error) {
    if (signal.aborted)
      return ended({ state: 'interrupted', reason: (signal.reason as Error).message })
    if (late.aborted) {
      const reason = `It ran longer than ${formatDuration(cron.timeout)} and was ended.`
      return ended({ state: 'timed-out', reason })
    }
    const current = await store.instances.find(instance.id)
    if (current?.state !== 'up' || !(await engine.isRunning(instance.id))) {
      return ended({ state: 'interrupted', reason: 'Its instance has ended.' })
    }
    return ended({ state: 'failed', reason: `It could not be run: ${publicMessage(error)}` })
  }
}

function reasonOf(code: number): string | null {
  if (code === 127) return 'The command was not found.'
  if (code === 126) return 'The command is not a program that may be run.'
  if (code === 137) return 'It was killed, as when the instance has no memory left.'
  return null
}
