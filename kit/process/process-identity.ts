import { readFileSync } from 'node:fs'

/** A process of the machine, as `/proc/<pid>/stat` tells it. */
export interface ProcessFacts {
  pid: number
  parent: number
  session: number
  state: string
  threads: number
  /** In ticks since the machine started. */
  startTime: string
}

/** PID plus start time, because PIDs are reused; plus the boot, because ticks are counted from it. */
export interface ProcessIdentity {
  pid: number
  startTime: string
  boot: string
}

/** An identity as files hold it; earlier versions had other names for the start time, and some no boot. */
export interface StoredProcess extends Partial<ProcessIdentity> {
  pid: number
  started?: string
  startedAt?: string
}

let boot: string | undefined

/** Names the time since the machine was started. */
export function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

/** Reads a line of `/proc/<pid>/stat` (proc(5)); the name in brackets may contain anything. */
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

/** The process, unless it has ended: with its first thread alone it has not, and may still hold files and ports. */
export function findProcess(pid: number): ProcessFacts | undefined {
  const facts = parseStat(readOrEmpty(`/proc/${pid}/stat`))
  const hasEnded = facts && /^[ZX]$/.test(facts.state) && facts.threads <= 1
  return hasEnded ? undefined : facts
}

/** The identity of a process that has not ended. */
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
