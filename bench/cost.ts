import { median } from '#bench/figure.ts'
import { sendLoad } from '#bench/load.ts'
import { cpuSeconds, familyOf } from '#bench/process-usage.ts'

/** A server process, and where it listens. */
export interface Target {
  port: number
  pid: number
}

/** So many requests at a time, over so many rounds. */
export interface Effort {
  requests: number
  rounds: number
}

const connections = 8

/** Microseconds of processor time for each request, of one server and of another, asked in turn. */
export async function compareCosts(
  [one, other]: readonly [Target, Target],
  [nextOfOne, nextOfOther]: readonly [() => string, () => string],
  { requests, rounds }: Effort,
): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    const cost = await costOf(one, requests, nextOfOne)
    const costOfOther = await costOf(other, requests, nextOfOther)
    // The first round warms both up.
    if (round < 0) continue
    costs[0].push(cost)
    costs[1].push(costOfOther)
  }
  return [median(costs[0]), median(costs[1])]
}

async function costOf({ port, pid }: Target, requests: number, next: () => string) {
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
  await sendLoad({ port, requests: 2000, connections, nextRequest: next })
  const used = pids.map((one, at) => cpuSeconds(one) - (before[at] ?? 0))
  return pids[used.indexOf(Math.max(...used))] ?? 0
}
