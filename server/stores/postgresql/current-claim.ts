import { AsyncLocalStorage } from 'node:async_hooks'

/** A claim as its row was taken; each taking has another token. */
export interface HeldClaim {
  name: string
  token: number
  isLost: boolean
}

const context = new AsyncLocalStorage<{ claim: HeldClaim; isOver: boolean }>()

/** Runs the work under a claim: everything that it writes is fenced by it. */
export async function runUnder<T>(claim: HeldClaim, work: () => Promise<T>): Promise<T> {
  const run = { claim, isOver: false }
  try {
    return await context.run(run, work)
  } finally {
    run.isOver = true
  }
}

/** The claim of the present work. What outlives that work, such as the supervision of a process it started, has none. */
export function currentClaim(): HeldClaim | undefined {
  const run = context.getStore()
  return run && !run.isOver ? run.claim : undefined
}

/** Milliseconds of the database's clock, because those of servers differ. */
export const databaseTime = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Whether a time of the database's clock is at most so long ago. One in the future was written before that clock was set
 * back; whoever is there writes a new one within seconds.
 */
export const isRecent = (time: string, milliseconds: string | number): string =>
  `(${time} > ${databaseTime} - ${milliseconds} and ${time} <= ${databaseTime})`
