import { quietest } from './figure.ts'
import { sendLoad } from './load.ts'
import { cpuSeconds, familyOf } from './process-usage.ts'

/** A server process, and where it listens. */
export interface Target {
  port: number
  pid: number
}

const warmUps = 8
const rounds = 50
const requests = 2000

/**
 * Microseconds of processor time for each request, of one server and of another, asked in turn. Neighbours on the
 * machine only ever make a round dearer, through the caches and the clock that they share with it, so it is the
 * quietest of many short rounds that tell what a server costs.
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
  // Made beforehand: a client that takes its time to sign changes how busy the server is.
  const texts = Array.from({ length: requests }, next)
  const before = cpuSeconds(pid)
  await sendLoad({ port, requests, connections, nextRequest: () => texts.pop() ?? '' })
  return ((cpuSeconds(pid) - before) / requests) * 1e6
}

/** The one of a program's processes that works when it is asked. */
export async function workerOf(pid: number, port: number, next: () => string): Promise<number> {
  const pids = familyOf(pid)
  const before = pids.map(cpuSeconds)
  await sendLoad({ port, requests, connections: 8, nextRequest: next })
  const used = pids.map((one, at) => cpuSeconds(one) - (before[at] ?? 0))
  return pids[used.indexOf(Math.max(...used))] ?? 0
}
