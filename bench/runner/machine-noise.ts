import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** How quiet the machine was: on a busy one, times say little. */
export interface MachineNoise {
  processors: number
  /** Load average of the last 1, 5 and 15 minutes before the run. */
  load: number[]
  /** Part of the processor time of the run that the host gave to other machines, `st` of vmstat. */
  stolen: number
}

/** Starts to watch; the function returned ends it. */
export function watchMachine(readStat = () => readFileSync('/proc/stat', 'utf8')) {
  const load = loadavg()
  const before = processorTimes(readStat())
  return (): MachineNoise => {
    const after = processorTimes(readStat())
    const passed = after.total - before.total
    const stolen = passed > 0 ? (after.stolen - before.stolen) / passed : 0
    return { processors: availableParallelism(), load, stolen }
  }
}

/** Ticks since boot of all processors. Those of guests, the last two, are counted as user and nice time already. */
function processorTimes(stat: string): { total: number; stolen: number } {
  const [, line = ''] = /^cpu +(.*)$/m.exec(stat) ?? []
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    line.split(' ').map(Number)
  return { total: user + nice + system + idle + iowait + irq + softirq + steal, stolen: steal }
}
