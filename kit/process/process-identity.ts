import { readdirSync, readFileSync } from 'node:fs'

/** A process, from `/proc/<pid>/stat`. */
export interface ProcessFacts {
  pid: number
  parent: number
  session: number
  state: string
  threads: number
  /** In ticks since boot. */
  startTime: string
}

/** PID plus start time, because PIDs are reused; plus the boot id, because ticks are counted from boot. */
export interface ProcessIdentity {
  pid: number
  startTime: string
  boot: string
}

/** A stored identity; earlier versions had other names for the start time, and some no boot id. */
export interface StoredProcess extends Partial<ProcessIdentity> {
  pid: number
  started?: string
  startedAt?: string
}

let boot: string | undefined

/** Boot id of the machine. */
export function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

/** Parses a line of `/proc/<pid>/stat` (proc(5)); the name in parentheses may contain anything. */
export function parseStat(line: string): ProcessFacts | undefined {
  const match = /^(\d+) \(.*\) (\S) (\d+) \d+ (\d+) (?:\S+ ){13}(\d+) \S+ (\d+) /s.exec(line)
  if (!match) return undefined
  const [, pid, state, parent, session, threads, startTime] = match
  return {
    pid: Number(pid),
    parent: Number(parent),
    session: Number(session),
    state: state ?? '',
    threads: Number(threads),
    startTime: startTime ?? '',
  }
}

/** The process, unless it has exited; one whose main thread has exited still counts, as it may hold files and ports. */
export function findProcess(pid: number): ProcessFacts | undefined {
  const facts = parseStat(readOrEmpty(`/proc/${pid}/stat`))
  const hasEnded = facts && /^[ZX]$/.test(facts.state) && facts.threads <= 1
  return hasEnded ? undefined : facts
}

/** All processes that run. */
export function listProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => findProcess(Number(name)) ?? [])
}

/** Identity of a running process. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const facts = findProcess(pid)
  return facts && { pid, startTime: facts.startTime, boot: bootId() }
}

/** Whether that very process still runs. */
export function isSameProcess(stored: StoredProcess): boolean {
  const { pid, startTime = stored.started ?? stored.startedAt, boot = bootId() } = stored
  return boot === bootId() && findProcess(pid)?.startTime === startTime && startTime !== undefined
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
