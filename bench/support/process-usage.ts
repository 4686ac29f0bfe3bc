import { readdirSync, readFileSync } from 'node:fs'
import { findProcess } from '#kit/process/process-identity.ts'

/** CPU seconds of all threads of a process, with nanosecond resolution. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    nanoseconds += Number(used)
  }
  return nanoseconds / 1e9
}

/** PIDs of a process and all its descendants. */
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

/** Memory of processes in megabytes, by three ways to count shared pages. */
export interface Memory {
  /** RSS: a shared page counts for each of our processes. */
  resident: number
  /** PSS: a shared page is divided among all processes that map it, including those of other programs. */
  proportional: number
  /** A shared page counts once, for the process that shares the most. */
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
