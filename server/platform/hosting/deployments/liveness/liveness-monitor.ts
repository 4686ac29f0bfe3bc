import { createBackground } from '#kit/concurrency/background.ts'
import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { startTimeoutOf } from '#platform/hosting/deployments/instances/startup/start-timeout.ts'
import { findUnhealthyResponse } from '#platform/hosting/deployments/instances/unhealthy-response.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { mainDomain } from '#platform/model/hosting/domain.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { Liveness } from '#platform/model/hosting/instances/liveness.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { type LivenessCheck, livenessCheckOf, restartPause } from './liveness-check.ts'
import { recordRestart } from './record-restart.ts'

/** Wrong answers in a row after which an instance is restarted. */
const maxWrongAnswers = 3
const maxConcurrency = 32

interface Checked {
  instance: Instance
  commit: string
  host: string
  check: LivenessCheck
  /** By the monotonic clock, like `answersSince`. */
  nextAt: number
  isBusy: boolean
  wrongAnswers: number
  /** The restart that it has not yet answered after. */
  restart?: { date: number; at: number; cause: string; isRecorded: boolean }
  /** Restarts since it last answered for a whole start timeout. */
  restarts: number
  answersSince?: number
}

export interface LivenessOptions {
  /** Lazily, because the platform has the monitor as a part. */
  platform: () => Platform
  onBug: (error: unknown) => void
  monotonic?: Clock
  /** How many times faster than that clock the timers run; 1 outside tests. */
  speed?: number
}

/** One worker for all instances, which sleeps while none is to be checked. */
export function createLiveness({
  platform,
  onBug,
  monotonic = monotonicClock,
  speed = 1,
}: LivenessOptions): Liveness {
  const all = new Map<InstanceId, Checked>()
  const background = createBackground(onBug)
  const worker = createWorker({
    onError: onBug,
    async run() {
      const now = monotonic()
      const idle = [...all.values()].filter(({ isBusy }) => !isBusy)
      const room = maxConcurrency - (all.size - idle.length)
      // Those that wait longest first: many that hang would otherwise take every place from those behind them.
      const due = idle
        .filter(({ nextAt }) => nextAt <= now)
        .toSorted((one, other) => one.nextAt - other.nextAt)
      for (const entry of due.slice(0, room)) {
        entry.isBusy = true
        background.run(checkOnce(entry))
      }
      // The end of a running check wakes the worker.
      if (due.length > room) return undefined
      const waiting = [...all.values()].filter(({ isBusy }) => !isBusy)
      if (waiting.length === 0) return undefined
      return Math.max(1, (Math.min(...waiting.map(({ nextAt }) => nextAt)) - now) / speed)
    },
  })

  const checkOnce = async (entry: Checked) => {
    const { instance, check, host } = entry
    try {
      const current = await platform().store.instances.find(instance.id)
      const address = current?.state === 'up' ? current.started?.address : undefined
      if (!address) return
      const question = { address, host, paths: check.paths, timeout: check.timeout }
      const wrong = await findUnhealthyResponse(platform().probe, question, worker.signal)
      if (all.get(instance.id) !== entry || worker.signal.aborted) return
      await (wrong ? noteWrong(entry, wrong) : noteRight(entry))
    } finally {
      entry.isBusy = false
      entry.nextAt = monotonic() + check.interval
      worker.wake()
    }
  }

  const noteRight = async (entry: Checked) => {
    const { restart } = entry
    entry.wrongAnswers = 0
    entry.answersSince ??= monotonic()
    if (monotonic() - entry.answersSince >= entry.check.startTimeout) entry.restarts = 0
    if (!restart) return
    delete entry.restart
    say(entry, `Instance ${entry.instance.number} answers again.`)
    await reroute(platform(), entry.instance.applicationId)
    if (!restart.isRecorded) await recordRestart(platform(), { ...entry, ...restart })
  }

  const noteWrong = async (entry: Checked, wrong: string) => {
    delete entry.answersSince
    entry.wrongAnswers += 1
    const { restart, check } = entry
    if (!restart) {
      if (entry.wrongAnswers >= maxWrongAnswers) await restartInstance(entry, wrong)
      return
    }
    const waited = monotonic() - restart.at
    if (waited < restartPause(entry.restarts, check.startTimeout)) return
    if (!restart.isRecorded) {
      const failure = `The instance has not answered for ${formatDuration(waited)} after its restart: ${wrong}.`
      await recordRestart(platform(), { ...entry, ...restart, failure })
    }
    await restartInstance(entry, wrong, true)
  }

  /** Supervision starts it again after the exit, with its own back-off. */
  const restartInstance = async (entry: Checked, wrong: string, isRecorded = false) => {
    const { instance } = entry
    const { engine, policies, clock } = platform()
    const cause = `Instance ${instance.number} stopped answering: ${wrong}`
    entry.restart = { date: clock(), at: monotonic(), cause, isRecorded }
    entry.restarts += 1
    entry.wrongAnswers = 0
    say(entry, `${cause}, ${maxWrongAnswers} times in a row. It is restarted.`)
    await reroute(platform(), instance.applicationId)
    await engine.terminate(instance.id, policies.stopGrace)
  }

  const say = ({ instance, commit }: Checked, message: string) =>
    platform().logs.append({
      applicationId: instance.applicationId,
      deploymentId: instance.deploymentId,
      instanceId: instance.id,
      commit,
      origin: 'deployment',
      severity: 'warning',
      message,
    })

  const begin = async (instance: Instance) => {
    const { store, policies } = platform()
    const release = await store.releases.find(instance.deploymentId)
    const check = release && checkOf(release.environment, startTimeoutOf(release.recipe, policies))
    if (!release || !check || worker.signal.aborted || all.has(instance.id)) return
    const current = await store.instances.find(instance.id)
    if (!current || current.state === 'stopping') return
    const host = mainDomain(await store.domains.listOf(instance.applicationId))?.host ?? 'localhost'
    all.set(instance.id, {
      instance,
      commit: release.commit,
      host,
      check,
      nextAt: monotonic() + check.interval,
      isBusy: false,
      wrongAnswers: 0,
      restarts: 0,
    })
    worker.wake()
  }

  return {
    begin: () => worker.begin(),
    watch: (instance) => background.run(begin(instance)),
    forget: (instanceId) => void all.delete(instanceId),
    isOut: (instanceId) => all.get(instanceId)?.restart !== undefined,
    async close() {
      await worker.close()
      all.clear()
      await background.drain()
    },
  }
}

/** Variables that an earlier version of the platform let pass are ignored. */
function checkOf(...args: Parameters<typeof livenessCheckOf>): LivenessCheck | undefined {
  try {
    return livenessCheckOf(...args)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
