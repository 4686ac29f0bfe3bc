import { readFileSync } from 'node:fs'
import type { Figure } from '#bench/support/figure.ts'

/** What a server has used since its start. */
export interface ServerUsage {
  /** CPU time of its own threads, in milliseconds. */
  cpu: number
  /** Megabytes that it and the processes it has waited for have written to files on disks. */
  written: number
}

/** Clock ticks are hundredths of a second for every program, on every architecture of Linux that Node has. */
const millisecondsPerTick = 10

export function serverUsage(pid: number): ServerUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Fields after the name in brackets, which may contain anything: the 14th and 15th of the line are `utime` and `stime`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
    written: Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]) / 1e6,
  }
}

/** Mean of what was used in so many pushes. */
export function usageFigures(
  before: ServerUsage,
  after: ServerUsage,
  { pushes, name }: { pushes: number; name: string },
): Figure[] {
  const mean = (what: keyof ServerUsage) => (after[what] - before[what]) / pushes
  return [
    { name: `${name}, CPU of the server`, value: mean('cpu'), unit: 'ms' },
    { name: `${name}, written to disk`, value: mean('written'), unit: 'MB' },
  ]
}
