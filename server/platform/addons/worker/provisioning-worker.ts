import { backoff } from '#kit/concurrency/backoff.ts'
import { createKeyedMutex, type KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Agenda } from './agenda.ts'
import { leaseOf } from './lease.ts'

export interface ProvisioningWorkerOptions {
  platform: () => Pick<Platform, 'store' | 'clock' | 'policies'>
  /** Does what an add-on waits for, in its turn. */
  reconcileAddon: (addonId: string) => Promise<unknown>
  /** Told of what nobody foresaw. */
  onBug: (error: unknown) => void
}

/** How many add-ons of one provider are taken up at once: a provider that hangs must not hold up the others. */
const atOnce = 4
const pollEvery = 1000
const pauseAfterBug = 5000
const maxTimer = 3_600_000

export function createProvisioningWorker({
  platform,
  reconcileAddon,
  onBug,
}: ProvisioningWorkerOptions): Agenda {
  const mutex = createKeyedMutex()
  const closing = new AbortController()
  const acts = new Set<Promise<unknown>>()
  const lanes = new Map<string, { waiting: string[]; working: number }>()
  const known = new Set<string>()
  let phase: 'held' | 'open' | 'closed' = 'held'
  let isWoken = false
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let troubles = 0

  const inTurn: KeyedMutex = async (addonId, act) => {
    if (closing.signal.aborted) throw ending()
    const mine = mutex(addonId, () => {
      if (closing.signal.aborted) throw ending()
      return act()
    })
    acts.add(mine)
    return mine.finally(() => acts.delete(mine))
  }

  const release = (addonId: string) => {
    known.delete(addonId)
    wake()
  }

  const work = async (lane: { waiting: string[]; working: number }) => {
    for (let id = lane.waiting.shift(); id && phase === 'open'; id = lane.waiting.shift()) {
      const addonId = id
      await inTurn(addonId, () => reconcileAddon(addonId)).then(
        () => known.delete(addonId),
        (error) => {
          if (!(error instanceof Refusal)) onBug(error)
          // It may still be due: with a full disk nobody could write down that it waits.
          setTimeout(release, pauseAfterBug, addonId).unref()
        },
      )
    }
    lane.working -= 1
    if (lane.working === 0) wake()
  }

  const takeUpDue = async (by: number) => {
    const { store } = platform()
    for (const { id, providerId } of await store.addons.listDue(by)) {
      if (known.has(id)) continue
      known.add(id)
      const lane = lanes.get(providerId) ?? { waiting: [], working: 0 }
      lanes.set(providerId, lane)
      lane.waiting.push(id)
      if (lane.working >= atOnce) continue
      lane.working += 1
      void work(lane)
    }
  }

  /** How long until there is something to do, as far as one can know. */
  const goRound = async (by: number): Promise<number | undefined> => {
    const { store, clock } = platform()
    await takeUpDue(by)
    const next = await store.addons.nextDue()
    return next === undefined ? undefined : Math.max(next - clock(), pollEvery)
  }

  const start = async (by: number) => {
    let wait: number | undefined
    isWoken = false
    try {
      wait = await goRound(by)
      troubles = 0
    } catch (error) {
      if (phase === 'closed') return
      onBug(error)
      wait = backoff(troubles++)
    }
    round = undefined
    if (phase !== 'open') return
    if (isWoken) wake()
    if (wait !== undefined && round === undefined) {
      timer = setTimeout(goOn, Math.min(wait, maxTimer))
    }
  }

  const goOn = () => {
    isWoken = true
    if (phase !== 'open' || round !== undefined) return
    clearTimeout(timer)
    round = start(platform().clock())
  }

  /** Those who wait in a lane are looked for again soon enough: a thousand of them would be for each that is done. */
  const wake = () => {
    const isBusy = [...lanes.values()].some(({ waiting }) => waiting.length > 0)
    if (!isBusy) goOn()
  }

  return {
    inTurn,
    startInTurn: (addonId, act) =>
      void inTurn(addonId, act).catch((error) => {
        if (!(error instanceof Refusal)) onBug(error)
      }),
    wake,
    closing: closing.signal,
    begin() {
      if (phase !== 'held') return
      phase = 'open'
      round = start(platform().clock() + leaseOf(platform()))
    },
    async close() {
      phase = 'closed'
      clearTimeout(timer)
      closing.abort()
      await round
      await Promise.allSettled(acts)
    },
  }
}

const ending = () =>
  new Refusal('unavailable', 'The platform is restarting. Try again in a minute.')
