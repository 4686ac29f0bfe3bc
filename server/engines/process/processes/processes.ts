import { readdirSync, readFileSync } from 'node:fs'

/** A process of the machine. Together with its start time its number is never used twice while the machine is up. */
export interface ProcessFacts {
  pid: number
  parent: number
  session: number
  state: string
  threads: number
  /** In ticks since the machine started. */
  startTime: string
}

/** Reads a line of `/proc/<pid>/stat`; the name in brackets may contain anything. */
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

export function listProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => findProcess(Number(name)) ?? [])
}

/** The process and everything that it or its children started, as far as parents are still there. */
export function familyOf(root: number, all: ProcessFacts[]): ProcessFacts[] {
  const family = all.filter(({ pid }) => pid === root)
  for (const member of family) {
    family.push(...all.filter(({ parent, pid }) => parent === member.pid && pid !== member.pid))
  }
  return family
}

/** Its number inside the innermost process namespace, and how many namespaces deep from here that is. */
export function innerNumber(pid: number): { number: number; depth: number } {
  const numbers = /^NSpid:\s+(.*)$/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]?.split(/\s+/)
  return { number: Number(numbers?.at(-1) ?? pid), depth: numbers?.length ?? 1 }
}

/** Whether the process was started with this variable. */
export function hasVariable(pid: number, name: string, value: string): boolean {
  return `\0${readOrEmpty(`/proc/${pid}/environ`)}`.includes(`\0${name}=${value}\0`)
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
