import { backoff } from '#kit/backoff.ts'
import type { Clock } from '#kit/clock.ts'
import { formatDuration } from '#kit/duration.ts'
import type { InstanceExit } from '#platform/deployments/engine.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import { publicMessage } from '#platform/deployments/public-message.ts'
import type { InstanceEnd, Supervision } from '#platform/deployments/supervision.ts'
import type { Platform } from '#platform/platform.ts'

/** An instance that has run this long is no longer in a series of crashes. */
const stableAfter = 60_000

interface Watched {
  instance: Instance
  commit: string
  /**
   * What an exit means: a start that failed, a crash to be mended, or the end that was asked for.
   */
  phase: 'starting' | 'kept' | 'dismissed'
  exit?: string
  crashes: number
  runningSince: number
  timer?: NodeJS.Timeout
  ended: Promise<InstanceEnd>
  onExit: (end: InstanceEnd) => void
}

/** The platform is asked for late: the engine that is part of it needs the watcher first. */
export function createSupervision(
  platform: () => Pick<Platform, 'store' | 'logs' | 'engine'>,
  clock: Clock,
): Supervision {
  const watched = new Map<string, Watched>()

  const say = ({ instance, commit }: Watched, message: string, isOurs: boolean) =>
    platform().logs.append({
      applicationId: instance.applicationId,
      deploymentId: instance.deploymentId,
      instanceId: instance.id,
      commit,
      origin: isOurs ? 'deployment' : 'instance',
      severity: isOurs ? 'warning' : 'info',
      message,
    })

  const revive = async (entry: Watched) => {
    const { store, engine } = platform()
    const current = await store.instances.find(entry.instance.id)
    if (!current?.started || current.state !== 'up' || entry.phase !== 'kept') return
    entry.runningSince = clock()
    delete entry.exit
    const started = await engine.revive(current.started)
    if (isOver(entry)) return engine.stop(entry.instance.id, 0)
    await store.instances.update(entry.instance.id, { started })
    say(entry, `Instance ${entry.instance.number} was started again.`, true)
  }

  const reviveLater = (entry: Watched, sentence: string) => {
    if (isOver(entry)) return
    if (clock() - entry.runningSince > stableAfter) entry.crashes = 0
    const delay = backoff(entry.crashes++)
    say(entry, `${sentence} It is started again in ${formatDuration(delay)}.`, true)
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      revive(entry).catch((error: Error) => reviveLater(entry, `${publicMessage(error)}.`))
    }, delay)
  }

  return {
    watcher: {
      onLine(instanceId, line) {
        const entry = watched.get(instanceId)
        if (entry) say(entry, line, false)
      },
      onExit(exit) {
        const entry = watched.get(exit.instanceId)
        if (!entry) return
        entry.exit = describeExit(entry.instance, exit)
        if (entry.phase === 'kept') reviveLater(entry, entry.exit)
        if (entry.phase === 'starting') entry.onExit({ code: exit.code, sentence: entry.exit })
      },
    },
    watch(instance, commit) {
      const { promise, resolve } = Promise.withResolvers<InstanceEnd>()
      watched.set(instance.id, {
        instance,
        commit,
        phase: 'starting',
        crashes: 0,
        runningSince: clock(),
        ended: promise,
        onExit: resolve,
      })
      return promise
    },
    endOf: (instanceId) => watched.get(instanceId)?.ended,
    keep(instanceId) {
      const entry = watched.get(instanceId)
      if (!entry || entry.phase === 'kept') return
      entry.phase = 'kept'
      if (entry.exit) reviveLater(entry, entry.exit)
    },
    dismiss(instanceId) {
      const entry = watched.get(instanceId)
      if (!entry) return
      clearTimeout(entry.timer)
      entry.phase = 'dismissed'
    },
    forget(instanceId) {
      clearTimeout(watched.get(instanceId)?.timer)
      watched.delete(instanceId)
    },
    close() {
      for (const id of [...watched.keys()]) {
        this.dismiss(id)
        this.forget(id)
      }
    },
  }
}

/** Its end was asked for while it was being started again. */
const isOver = ({ phase }: Watched) => phase === 'dismissed'

function describeExit({ number }: Instance, { code, cause }: InstanceExit): string {
  return `Instance ${number} exited with code ${code}${cause ? ` (${cause})` : ''}.`
}
