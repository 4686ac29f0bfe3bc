import { createBackground } from '#kit/concurrency/background.ts'
import { backoff } from '#kit/concurrency/backoff.ts'
import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { whenAvailable } from '#platform/hosting/deployments/when-available.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { InstanceExit, StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceEnd, Supervision } from '#platform/model/hosting/instances/supervision.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { severityOf } from '#platform/observability/logs/line-severity.ts'
import { lastOutput } from './last-output.ts'
import { createOutputAdviser, type OutputAdviser } from './output-advice.ts'

/** Uptime after which an instance no longer counts as crash-looping. */
const stableAfter = 60_000
/** Runs remembered per instance; no decision looks at more. */
const maxRuns = 10
/** An error of Node.js with the ten frames of its stack has about 25 lines; the first ones say what is wrong. */
const maxLastLines = 30
const maxLastLine = 500

interface SupervisedInstance {
  instance: Instance
  commit: string
  /** Whether it may be restarted before it is kept. */
  isRestarted: boolean
  /**
   * How an exit is handled: failed start, crash during the health check, failed probation, crash of a serving instance,
   * or requested stop.
   */
  phase: 'starting' | 'checked' | 'probation' | 'kept' | 'dismissed'
  /** Whether it has exited and was not restarted yet. */
  isDown: boolean
  /** An exit that was not handled yet. */
  unhandled?: InstanceEnd
  lastExit?: InstanceEnd
  runs: EndedRun[]
  lastLines: string[]
  output: OutputAdviser
  crashes: number
  /** By the monotonic clock. */
  runningSince: number
  timer?: NodeJS.Timeout
  ended: Promise<InstanceEnd>
  onExit: (end: InstanceEnd) => void
}

/** An instance that runs at another address than before. */
export interface MovedInstance {
  instance: Instance
  commit: string
  /** How its last run ended. */
  sentence: string
  date: number
}

/** An exit of a serving instance, which is restarted. */
export interface Crash {
  instance: Instance
}

export interface SupervisionOptions {
  /** How many milliseconds to wait before an instance is started again, after how many crashes. */
  restartPause?: (crashes: number) => number
  monotonic?: Clock
  /** Called after an instance was restarted at another address than before, because its machine was lost. */
  onMoved?: (moved: MovedInstance) => Promise<void>
  onCrash?: (crash: Crash) => Promise<void>
}

/** The platform is passed lazily, because its engine needs the watcher first. */
export function createSupervision(
  platform: () => Pick<Platform, 'store' | 'logs' | 'engine'> & Partial<Pick<Platform, 'liveness'>>,
  clock: Clock,
  { restartPause = backoff, monotonic = monotonicClock, onMoved, onCrash }: SupervisionOptions = {},
): Supervision {
  const watched = new Map<string, SupervisedInstance>()
  const revivals = createBackground(() => {})
  const ending = new AbortController()

  const lineOf = ({ instance, commit }: SupervisedInstance, message: string) => ({
    applicationId: instance.applicationId,
    deploymentId: instance.deploymentId,
    instanceId: instance.id,
    commit,
    message,
  })

  const say = (entry: SupervisedInstance, message: string) =>
    platform().logs.append({
      ...lineOf(entry, message),
      origin: 'deployment',
      severity: 'warning',
    })

  const storeOutput = (entry: SupervisedInstance, message: string, date?: number) =>
    platform().logs.append({
      ...lineOf(entry, message),
      origin: 'instance',
      severity: severityOf(message),
      ...(date === undefined ? {} : { date }),
    })

  const revive = async (entry: SupervisedInstance) => {
    const { store, engine } = platform()
    const current = await store.instances.find(entry.instance.id)
    if (!current?.started || current.state === 'stopping' || isOver(entry)) return
    entry.runningSince = monotonic()
    entry.lastLines = []
    const started = await engine.revive(current.started)
    if (isOver(entry)) return engine.stop(entry.instance.id, 0)
    entry.isDown = false
    await whenAvailable(() => store.instances.update(entry.instance.id, { started }), ending.signal)
    say(entry, `Instance ${entry.instance.number} was restarted.`)
    if (!isSameAddress(started, current.started)) {
      const { commit, lastExit } = entry
      await onMoved?.({
        instance: current,
        commit,
        sentence: lastExit?.sentence ?? '',
        date: clock(),
      })
    }
  }

  const reviveLater = (entry: SupervisedInstance, sentence: string) => {
    if (isOver(entry) || ending.signal.aborted) return
    delete entry.unhandled
    if (monotonic() - entry.runningSince > stableAfter) entry.crashes = 0
    const delay = restartPause(entry.crashes++)
    say(entry, `${sentence} Restarting in ${formatDuration(delay)}.`)
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      revivals.run(
        revive(entry).catch((error: Error) => reviveLater(entry, `${publicMessage(error)}.`)),
      )
    }, delay)
  }

  /** Restarts an instance that crashed before it was healthy, unless that is hopeless. */
  const reviveIfHopeful = (entry: SupervisedInstance, end: InstanceEnd) => {
    if (entry.output.isPermanent() || isHopeless(entry.runs)) entry.onExit(end)
    else reviveLater(entry, end.sentence)
  }

  const noteExit = (entry: SupervisedInstance, exit: InstanceExit): InstanceEnd => {
    entry.runs.push({ code: exit.code, duration: monotonic() - entry.runningSince })
    entry.runs.splice(0, entry.runs.length - maxRuns)
    const end: InstanceEnd = {
      code: exit.code,
      ...(exit.cause ? { cause: exit.cause } : {}),
      sentence: describeExit(entry.instance, exit),
      exits: (entry.lastExit?.exits ?? 0) + 1,
      lastLines: entry.lastLines,
      advice: entry.output.advice(),
    }
    entry.lastExit = end
    entry.isDown = true
    entry.unhandled = end
    return end
  }

  const forget = (instanceId: InstanceId) => {
    clearTimeout(watched.get(instanceId)?.timer)
    platform().liveness?.forget(instanceId)
    watched.delete(instanceId)
  }

  return {
    watcher: {
      onLine(instanceId, line, date) {
        const entry = watched.get(instanceId)
        if (!entry) return
        storeOutput(entry, line, date)
        if (entry.phase === 'kept') return
        entry.output.hear(line)
        entry.lastLines.push(line.slice(0, maxLastLine))
        if (entry.lastLines.length > maxLastLines) entry.lastLines.shift()
      },
      async lastOutput(instanceId) {
        const entry = watched.get(instanceId)
        return entry ? lastOutput(platform().logs, entry.instance) : []
      },
      onExit(exit) {
        const entry = watched.get(exit.instanceId)
        if (!entry) return
        const end = noteExit(entry, exit)
        if (entry.phase === 'kept') {
          reviveLater(entry, end.sentence)
          if (onCrash) revivals.run(onCrash({ instance: entry.instance }))
        }
        if (entry.phase === 'probation') entry.onExit(end)
        if (entry.phase === 'checked') reviveIfHopeful(entry, end)
        if (entry.phase === 'starting' && !entry.isRestarted) entry.onExit(end)
      },
    },
    watch(instance, commit, { isRestarted } = { isRestarted: false }) {
      const { promise, resolve } = Promise.withResolvers<InstanceEnd>()
      watched.set(instance.id, {
        instance,
        commit,
        isRestarted,
        phase: 'starting',
        isDown: false,
        runs: [],
        lastLines: [],
        output: createOutputAdviser(),
        crashes: 0,
        runningSince: monotonic(),
        ended: promise,
        onExit: resolve,
      })
      return promise
    },
    endOf: (instanceId) => watched.get(instanceId)?.ended,
    lastExitOf: (instanceId) => watched.get(instanceId)?.lastExit,
    isDown: (instanceId) => watched.get(instanceId)?.isDown ?? false,
    adviceOn: (instanceId) => watched.get(instanceId)?.output.advice() ?? [],
    restartWhileChecked(instanceId) {
      const entry = watched.get(instanceId)
      if (entry?.phase !== 'starting') return
      entry.phase = 'checked'
      if (entry.unhandled) reviveIfHopeful(entry, entry.unhandled)
    },
    startProbation(instanceId) {
      const entry = watched.get(instanceId)
      if (!entry) return
      const hasFailed = entry.isDown || entry.phase === 'kept'
      entry.phase = 'probation'
      if (!hasFailed || !entry.lastExit) return
      clearTimeout(entry.timer)
      entry.onExit(entry.lastExit)
    },
    keep(instanceId) {
      const entry = watched.get(instanceId)
      if (!entry || entry.phase === 'kept') return
      entry.phase = 'kept'
      platform().liveness?.watch(entry.instance)
      if (entry.unhandled) reviveLater(entry, entry.unhandled.sentence)
    },
    dismiss(instanceId) {
      const entry = watched.get(instanceId)
      if (!entry) return
      clearTimeout(entry.timer)
      platform().liveness?.forget(instanceId)
      entry.phase = 'dismissed'
    },
    forget,
    leave(applicationId) {
      const instances = [...watched.values()].map(({ instance }) => instance)
      for (const { id } of instances.filter((each) => each.applicationId === applicationId)) {
        forget(id)
      }
    },
    async close() {
      ending.abort()
      for (const { timer } of watched.values()) clearTimeout(timer)
      await revivals.drain()
      watched.clear()
    },
  }
}

const isSameAddress = ({ address: one }: StartedInstance, { address: other }: StartedInstance) =>
  one.host === other.host && one.port === other.port

/** Stopped on request while it was being restarted. */
const isOver = ({ phase }: SupervisedInstance) => phase === 'dismissed'

function describeExit({ number }: Instance, { code, cause }: InstanceExit): string {
  return `Instance ${number} exited with code ${code}${cause ? ` (${cause})` : ''}.`
}

/** One finished run of an instance's command. */
interface EndedRun {
  code: number
  /** In milliseconds. */
  duration: number
}

const maxQuickExits = 4
const quickExit = 5000
/** Exit codes of a shell for a command that is not executable or not found. */
const unrunnable = [126, 127]

/** Whether another start of an instance that was never healthy would fail like the ones before. */
export function isHopeless(runs: readonly EndedRun[]): boolean {
  const last = runs.at(-1)
  if (last && unrunnable.includes(last.code)) return true
  const latest = runs.slice(-maxQuickExits)
  return latest.length === maxQuickExits && latest.every(({ duration }) => duration < quickExit)
}
