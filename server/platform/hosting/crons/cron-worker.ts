import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { CronRun, CronRunEnd, CronRunId } from '#platform/model/hosting/crons/cron.ts'
import type { CronWorker, ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { followSchedules, type ScheduleMemory } from './follow-schedules.ts'
import { performRun } from './perform-run.ts'
import { recordEnd } from './record-end.ts'
import { newRun, obstacleTo, type RunningInstance, targetsOf } from './start-runs.ts'

const minute = 60_000
const closeTimeout = 30_000

interface RunningCron {
  run: CronRun
  ended: Promise<void>
  end(reason: string): void
}

export interface CronWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Begins scheduled tasks at their minutes in running instances, and keeps how they end. */
export function createCronWorker({ platform, onBug }: CronWorkerOptions): CronWorker {
  const running = new Map<CronRunId, RunningCron>()
  const memory: ScheduleMemory = { followed: new Map(), recipes: new Map() }
  const locked = createKeyedMutex()
  const worker = createWorker({ run: round, onError: onBug })

  async function round(signal: AbortSignal): Promise<number> {
    await settleLost()
    await followSchedules(platform(), memory, { signal, start: begin, onBug })
    // A little after the minute, so that the clock has reached it.
    return minute - (platform().clock() % minute) + 20
  }

  /** Runs that nobody follows: those of a server that crashed, or of which this one has taken the application over. */
  async function settleLost(): Promise<void> {
    const { store, clock } = platform()
    const { serverId, isShared } = store.claims
    for (const run of await store.cronRuns.listRunning()) {
      const isOwn = run.serverId === serverId
      if (running.has(run.id) || !(isOwn || isShared)) continue
      if (!(await platform().placement.isLocal(run.applicationId))) continue
      await recordEnd(platform(), run, {
        state: 'interrupted',
        reason: 'The platform was restarted while it was running.',
        endedAt: clock(),
        exitCode: null,
        output: '',
        isCut: false,
      })
    }
  }

  /** Records that it begins before it does: of several servers, the one that adds the record begins it. */
  async function begin(
    application: Application,
    cron: ScheduledCron,
    occasion: Pick<CronRun, 'cause' | 'requestedBy' | 'dueAt'>,
  ): Promise<CronRun[]> {
    return locked(application.id, async () => {
      const { store, clock } = platform()
      const { serverId } = store.claims
      const about = { ...occasion, applicationId: application.id, serverId }
      const targets = await targetsOf(platform(), application, cron)
      const isRequested = occasion.cause === 'request'
      if (targets.length === 0) {
        if (isRequested)
          throw new Refusal('conflict', `${application.name} has no running instance`)
        const reason = 'No instance of the application was running.'
        return [await recordMissed(newRun(cron, about, { startedAt: clock(), slot: '', reason }))]
      }
      const begun: CronRun[] = []
      for (const instance of targets) {
        const reason = obstacleTo(
          cron,
          instance.id,
          await store.cronRuns.listRunning(application.id),
        )
        if (reason && isRequested && begun.length === 0) throw new Refusal('conflict', reason)
        const run = newRun(cron, about, {
          startedAt: clock(),
          slot:
            isRequested || cron.where === 'every instance'
              ? `${instance.id} ${isRequested ? clock() : ''}`
              : '',
          instanceId: instance.id,
          instanceNumber: instance.number,
          ...(reason && { state: 'skipped', reason, endedAt: clock() }),
        })
        begun.push(run)
        if (reason) await recordSkipped(run)
        else await perform(run, cron, instance)
      }
      return begun
    })
  }

  async function recordMissed(run: CronRun): Promise<CronRun> {
    const missed: CronRun = { ...run, state: 'missed', endedAt: run.startedAt }
    await recordSkipped(missed)
    return missed
  }

  async function recordSkipped(run: CronRun): Promise<void> {
    const { store } = platform()
    if (await store.cronRuns.add(run)) await recordEnd(platform(), run)
  }

  /** Adds the record and begins; resolves once it has begun, or another server has. */
  async function perform(
    run: CronRun,
    cron: ScheduledCron,
    instance: RunningInstance,
  ): Promise<void> {
    const ending = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    running.set(run.id, {
      run,
      ended,
      end: (reason) => ending.abort(new Error(reason)),
    })
    const forget = () => {
      running.delete(run.id)
      resolve()
    }
    try {
      if (!(await platform().store.cronRuns.add(run))) return forget()
    } catch (error) {
      forget()
      throw error
    }
    if (worker.signal.aborted) ending.abort(new Error(restarting))
    void performRun(platform(), { run, cron, instance, signal: ending.signal })
      .then((end: CronRunEnd) => recordEnd(platform(), run, end))
      .catch(onBug)
      .finally(forget)
  }

  const endAll = async (those: readonly RunningCron[], reason: string) => {
    for (const each of those) each.end(reason)
    const all = Promise.all(those.map(({ ended }) => ended))
    await withTimeout(all, closeTimeout, 'the end of scheduled tasks').catch(onBug)
  }

  return {
    signal: worker.signal,
    begin: worker.begin,
    wake: worker.wake,
    run: (application, cron, requestedBy) =>
      begin(application, cron, { cause: 'request', requestedBy, dueAt: platform().clock() }),
    async stop(id, reason) {
      const found = running.get(id)
      if (!found) return false
      await endAll([found], reason)
      return true
    },
    async drain(applicationId, ids: readonly InstanceId[], timeout) {
      const leaving = [...running.values()].filter(
        ({ run }) =>
          run.applicationId === applicationId && run.instanceId && ids.includes(run.instanceId),
      )
      if (leaving.length === 0) return
      const all = Promise.all(leaving.map(({ ended }) => ended))
      await withTimeout(all, timeout, 'the end of scheduled tasks').catch(() => {})
      const left = leaving.filter(({ run }) => running.has(run.id))
      await endAll(left, 'A deployment, a change of scale or a stop ended its instance.')
    },
    async close() {
      await worker.close()
      await endAll([...running.values()], restarting)
    },
  }
}

const restarting = 'The platform was restarted while it was running.'
