import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Shares of the processes and threads of the machine. The rest, an eighth, is for the system, the server, its routers and
 * providers: nobody else could start a process once the kernel has given out all its PIDs.
 */
export const processShares = {
  applications: 1 / 2,
  databases: 1 / 4,
  git: 1 / 16,
  programs: 1 / 16,
}

/** Share of one person of the processes of all applications. */
export const sharePerPerson = 1 / 4

/** Processes and threads of the machine, or of the control group that we run in, if that may have fewer. */
export function maxProcesses(group: string | undefined): number {
  const kernel = ['pid_max', 'threads-max'].map((name) => numberIn(`/proc/sys/kernel/${name}`))
  return Math.min(...kernel, ...(group === undefined ? [] : limitsFrom(group)))
}

/** Limits of a group and its ancestors; the root has no file for one. */
function limitsFrom(group: string): number[] {
  const limit = numberIn(join(group, 'pids.max'))
  return group === '/' ? [] : [limit, ...limitsFrom(dirname(group))]
}

/** `Infinity` for `max`, and for a file that does not exist. */
function numberIn(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'latin1'), 10) || Infinity
  } catch {
    return Infinity
  }
}
