import { quietest } from './figure.ts'
import { sendLoad } from './load.ts'
import { cpuSeconds, familyOf } from './process-usage.ts'

/** A server process and its port. */
export interface Target {
  port: number
  pid: number
}

const warmUps = 8
const rounds = 50
const requests = 2000

/**
 * CPU microseconds per request of two servers, measured in alternating rounds. Other load on the machine can only make
 * a round more expensive, through shared caches and clock speed, so the quietest of many short rounds is taken.
 */
export async function compareCosts(
  [one, other]: readonly [Target, Target],
  [nextOfOne, nextOfOther]: readonly [() => string, () => string],
  connections = 8,
): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []]
  for (let round = -warmUps; round < rounds; round++) {
    const cost = await costOf(one, nextOfOne, connections)
    const costOfOther = await costOf(other, nextOfOther, connections)
    if (round < 0) continue
    costs[0].push(cost)
    costs[1].push(costOfOther)
  }
  return [quietest(costs[0]), quietest(costs[1])]
}

async function costOf({ port, pid }: Target, next: () => string, connections: number) {
  // Signed in advance, because signing in the loop would change the server's load.
  const texts = Array.from({ length: requests }, next)
  const before = cpuSeconds(pid)
  await sendLoad({ port, requests, connections, nextRequest: () => texts.pop() ?? '' })
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
