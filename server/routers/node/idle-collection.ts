import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const lookEvery = 10_000
/** Share of the time in which the event loop works that counts as idle: with more, visitors would often wait for a collection. */
const maxIdleUtilization = 0.01
/** Milliseconds of work that leave enough behind for a collection to be worth its time. */
const minWork = 2000

/** Work of the event loop in one interval. */
export type LoopWork = Pick<EventLoopUtilization, 'active' | 'utilization'>

/** Decides when to collect garbage: once after each load, when that is over. */
export class IdleCollection {
  #worked = 0

  /** Takes the work of the last interval; returns whether it is time. */
  isDueAfter({ active, utilization }: LoopWork): boolean {
    this.#worked += active
    if (this.#worked < minWork || utilization > maxIdleUtilization) return false
    this.#worked = 0
    return true
  }
}

/**
 * Gives the memory of a load back when it is over. V8 collects garbage only as objects are made, so a process without visitors
 * would keep what the last of many have left. Needs `--expose-gc`.
 */
export function collectWhenIdle() {
  const { gc } = globalThis
  if (!gc) return
  const collection = new IdleCollection()
  let last = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const work = performance.eventLoopUtilization(now, last)
    last = now
    // A plain collection keeps free pages and optimised code for later.
    if (collection.isDueAfter(work)) gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  setInterval(look, lookEvery).unref()
}
