import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** What /proc says about a process after its name, which may itself hold spaces and brackets. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Seconds of processor time that a process has used, in all its threads. */
export function cpuSeconds(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[11]) + Number(stat[12])) / ticksPerSecond
}

/** The process and all that descends from it. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const other of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const parent = Number(statOf(other)[1])
      children.set(parent, [...(children.get(parent) ?? []), other])
    } catch {
      // It ended while we were looking.
    }
  }
  const withDescendants = (one: number): number[] => [
    one,
    ...(children.get(one) ?? []).flatMap(withDescendants),
  ]
  return withDescendants(pid)
}

/** Megabytes: `resident` counts what processes share once for each, `proportional` divides it among them. */
export function memoryOf(pids: number[]): { resident: number; proportional: number } {
  const sum = { resident: 0, proportional: 0 }
  for (const pid of pids) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytes = (name: string) =>
      Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1])
    sum.resident += kilobytes('Rss') / 1024
    sum.proportional += kilobytes('Pss') / 1024
  }
  return sum
}
