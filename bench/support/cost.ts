import { quietest } from './figure.ts'
import { sendLoad } from './load.ts'
import { cpuSeconds, familyOf } from './process-usage.ts'

/** A server process and its port. */
export interface Target {
  port: number
  pid: number
}

/** How long two servers are compared. */
export interface Effort {
  /** Rounds before the first that counts. */
  warmUps: number
  rounds: number
  /** Milliseconds after which no round begins: on a machine with other load, fewer rounds are better than none. */
  maxTime: number
}

export const thorough: Effort = { warmUps: 8, rounds: 50, maxTime: 45_000 }
export const quick: Effort = { warmUps: 8, rounds: 20, maxTime: 20_000 }

const requests = 2000
const minRounds = 5

/**
 * CPU microseconds per request of two servers, measured in alternating rounds. Other load on the machine can only make
 * a round more expensive, through shared caches and clock speed, so the quietest of many short rounds is taken.
 */
export function compareCosts(
  targets: readonly [Target, Target],
  [nextOfOne, nextOfOther]: readonly [() => string, () => string],
  connections = 8,
  effort = thorough,
): Promise<[number, number]> {
  const sending = (next: () => string) => (port: number, count: number) => {
    // Signed in advance, because signing in the loop would change the server's load.
    const texts = Array.from({ length: count }, next)
    return () =>
      sendLoad({ port, requests: count, connections, nextRequest: () => texts.pop() ?? '' })
  }
  return compareCostsOf(targets, [sending(nextOfOne), sending(nextOfOther)], effort)
}

/** Prepares so many requests to a port, and returns how to send them. */
export type PrepareLoad = (port: number, requests: number) => () => Promise<void>

/** As `compareCosts`, with any way to send requests. */
export async function compareCostsOf(
  [one, other]: readonly [Target, Target],
  [toOne, toOther]: readonly [PrepareLoad, PrepareLoad],
  { warmUps, rounds, maxTime } = thorough,
): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []]
  const end = Date.now() + maxTime
  for (let round = -warmUps; round < rounds; round++) {
    if (round >= minRounds && Date.now() > end) break
    const cost = await costOf(one, toOne)
    const costOfOther = await costOf(other, toOther)
    if (round < 0) continue
    costs[0].push(cost)
    costs[1].push(costOfOther)
  }
  return [quietest(costs[0]), quietest(costs[1])]
}

async function costOf({ port, pid }: Target, prepare: PrepareLoad) {
  const send = prepare(port, requests)
  const before = cpuSeconds(pid)
  await send()
  return ((cpuSeconds(pid) - before) / requests) * 1e6
}

/** The process of a program that uses the most CPU under load. */
export async function workerOf(pid: number, port: number, next: () => string): Promise<number> {
  const pids = familyOf(pid)
  const before = pids.map(cpuSeconds)
  await sendLoad({ port, requests, connections: 8, nextRequest: next })
  const used = pids.map((one, at) => cpuSeconds(one) - (before[at] ?? 0))
  return pids[used.indexOf(Math.max(...used))] ?? 0
}
