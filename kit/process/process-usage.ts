import { readFileSync } from 'node:fs'
import { findProcess } from './process-identity.ts'

/** Since when a process runs, and what it takes. */
export interface ProcessUsage {
  pid: number
  /** Milliseconds since the epoch. */
  startedAt: number
  /** Resident memory. */
  memoryBytes: number
}

/** Ticks per second in `/proc`: the same on every Linux machine, whatever the kernel counts in. */
const ticksPerSecond = 100

/** A running process; `undefined` once it has exited. */
export function processUsage(pid: number): ProcessUsage | undefined {
  const facts = findProcess(pid)
  if (!facts) return undefined
  const startedAt = bootTime() + (Number(facts.startTime) / ticksPerSecond) * 1000
  return { pid, startedAt: Math.round(startedAt), memoryBytes: residentBytes(pid) }
}

/** When the machine was started, in milliseconds since the epoch. */
function bootTime(): number {
  const [, seconds = '0'] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  return Number(seconds) * 1000
}

function residentBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // It has exited meanwhile.
    return 0
  }
}
