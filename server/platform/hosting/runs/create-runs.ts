import { withTimeout } from '#kit/concurrency/timeout.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { permitShell } from '#platform/hosting/shells/find-instance.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { RunId, RunRecord } from '#platform/model/hosting/runs/run.ts'
import type { RunRequest, RunStop, Runs } from '#platform/model/hosting/runs/runs.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { ActiveRun } from './active-run.ts'
import { addRun } from './add-run.ts'
import { createOutputRing } from './output-ring.ts'
import { performRun, RunStoppedError } from './perform-run.ts'
import { recordEnd } from './record-end.ts'
import { stopRunInstance, withoutRuns } from './run-instance.ts'
import { watchRun } from './watch-run.ts'

/** Characters of the output that are kept. */
const maxOutput = 64 * 1024
const lookEvery = 2000
/** What is left of a run after the grace period is killed, and its instance freed. */
const closeTimeout = 90_000
/** Of this server at a time, whosever they are. */
const maxRuns = 200

export interface RunsOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** The one-off commands of this server: each is recorded before its instance starts, and ended with its record. */
export function createRuns({ platform, onBug }: RunsOptions): Runs {
  const active = new Map<RunId, ActiveRun>()
  const beginning = new Set<RunId>()
  let closed: RunStop | undefined
  const worker = createWorker({ run: round, onError: onBug })

  async function round(): Promise<number> {
    await settleLost()
    for (const each of active.values()) {
      const stop = await watchRun(platform(), each)
      if (stop) end(each, stop)
    }
    return lookEvery
  }

  /**
   * Runs that nobody follows: those of this server before it crashed, whose instances the engine has ended at its start, and
   * those of another one whose application is assigned to this one now.
   */
  async function settleLost(): Promise<void> {
    const { store, clock, placement } = platform()
    const { serverId, isShared } = store.claims
    for (const run of await store.runs.listUnfinished()) {
      if (active.has(run.id) || beginning.has(run.id)) continue
      const isOwn = run.serverId === serverId
      if (!isOwn && !(isShared && (await placement.isLocal(run.applicationId)))) continue
      await stopRunInstance(platform(), run)
      const kept = await store.runs.find(run.id)
      await recordEnd(platform(), run, {
        ...restarted,
        endedAt: clock(),
        exitCode: null,
        output: kept?.output ?? '',
        outputEnd: kept?.outputEnd ?? 0,
      })
    }
  }

  async function start(application: Application, request: RunRequest): Promise<RunRecord> {
    const { engine } = platform()
    if (!engine.startIdle) throw withoutRuns(engine.name)
    await permitShell(platform(), request.caller, application.id)
    if (closed) throw new Refusal('unavailable', 'This server is restarting: try again')
    if (active.size >= maxRuns)
      throw new Refusal('limited', 'Too many one-off commands run here: try again later')
    const id = newId('run')
    // A round must not take it for lost between its record and its begin.
    beginning.add(id)
    try {
      const { run, release } = await addRun(platform(), application, { ...request, id })
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const each: ActiveRun = {
        run,
        ended,
        ring: createOutputRing(maxOutput),
        keptUntil: 0,
        client: Promise.withResolvers(),
        session: Promise.withResolvers(),
        stopping: new AbortController(),
      }
      each.session.promise.catch(() => {})
      each.client.promise.catch(() => {})
      active.set(run.id, each)
      if (closed) end(each, closed)
      void performRun(platform(), {
        run,
        words: request.command,
        application,
        release,
        ring: each.ring,
        ...(run.isDetached ? {} : { client: each.client.promise }),
        onSession: each.session.resolve,
        signal: each.stopping.signal,
        onBug,
      })
        .then(async (how) => {
          each.session.reject(new Refusal('conflict', how.reason ?? 'The run has ended.'))
          await recordEnd(platform(), run, how)
        })
        .catch(onBug)
        .finally(() => {
          active.delete(run.id)
          resolve()
        })
      return run
    } finally {
      beginning.delete(id)
    }
  }

  function end(each: ActiveRun, stop: RunStop): void {
    if (each.stopping.signal.aborted) return
    each.attachment?.say(`${stop.reason.replace(/\.$/, '')}: the run ends.`, true)
    const stopped = new RunStoppedError(stop)
    each.stopping.abort(stopped)
    each.client.reject(stopped)
  }

  async function endAll(those: readonly ActiveRun[], stop: RunStop): Promise<void> {
    for (const each of those) end(each, stop)
    const all = Promise.all(those.map(({ ended }) => ended))
    await withTimeout(all, closeTimeout, 'the end of one-off commands').catch(onBug)
  }

  return {
    signal: worker.signal,
    begin: worker.begin,
    wake: worker.wake,
    start,
    async attach(id, attachment) {
      const each = active.get(id)
      const isOwn = each?.run.startedBy === attachment.caller.userId
      if (!each || each.stopping.signal.aborted)
        throw new Refusal('conflict', 'The run has ended already')
      if (each.run.isDetached) throw new Refusal('conflict', 'The run is detached: read its log')
      if (!isOwn) throw new Refusal('forbidden', 'Only who has started a run can attach to it')
      if (each.attachment) throw new Refusal('conflict', 'A client is attached to the run already')
      each.attachment = attachment
      const gone = () =>
        end(each, { state: 'interrupted', reason: 'The connection of its client was lost.' })
      attachment.signal.addEventListener('abort', gone, { once: true })
      if (attachment.signal.aborted) gone()
      each.client.resolve(attachment)
      return each.session.promise
    },
    outputOf(id) {
      const ring = active.get(id)?.ring
      return ring && { output: ring.output, outputEnd: ring.outputEnd }
    },
    async stop(id, stop) {
      const each = active.get(id)
      if (!each) return false
      await endAll([each], stop)
      return true
    },
    stopAll: (applicationId, stop) =>
      endAll(
        [...active.values()].filter(
          ({ run }) => applicationId === undefined || run.applicationId === applicationId,
        ),
        stop,
      ),
    async close() {
      closed = restarted
      await worker.close()
      await endAll([...active.values()], restarted)
    },
  }
}

const restarted = {
  state: 'interrupted',
  reason: 'The platform was restarted while it was running.',
} as const satisfies RunStop
