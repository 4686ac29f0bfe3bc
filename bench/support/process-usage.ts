import { readdirSync, readFileSync } from 'node:fs'
import { findProcess } from '#kit/process/process-identity.ts'

/** Seconds of processor time that the threads of a process have used, to the nanosecond. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    nanoseconds += Number(used)
  }
  return nanoseconds / 1e9
}

/** The process and all that descends from it. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const other of readdirSync('/proc').map(Number).filter(Boolean)) {
    const parent = findProcess(other)?.parent
    if (parent === undefined) continue
    children.set(parent, [...(children.get(parent) ?? []), other])
  }
  const withDescendants = (one: number): number[] => [
    one,
    ...(children.get(one) ?? []).flatMap(withDescendants),
  ]
  return withDescendants(pid)
}

/** What processes have in memory, in megabytes; they differ in how they count pages that several processes share. */
export interface Memory {
  /** Counts a shared page once for each of our processes. */
  resident: number
  /** Divides it among all processes of the machine that share it, so strangers make us look smaller. */
  proportional: number
  /** Counts it once, for the process of ours that shares most. */
  together: number
}

export function memoryOf(pids: number[]): Memory {
  const usages = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1024
    const own = megabytes('Private_Clean') + megabytes('Private_Dirty')
    return { resident: megabytes('Rss'), proportional: megabytes('Pss'), own }
  })
  const sum = (name: 'resident' | 'proportional' | 'own') =>
    usages.reduce((total, usage) => total + usage[name], 0)
  const shared = Math.max(...usages.map(({ resident, own }) => resident - own))
  return {
    resident: sum('resident'),
    proportional: sum('proportional'),
    together: sum('own') + shared,
  }
}
