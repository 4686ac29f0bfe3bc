import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  bootId,
  findProcess,
  isSameProcess,
  type ProcessFacts,
  type ProcessIdentity,
  parseStat,
} from '#kit/process/process-identity.ts'

/** The process and its descendants, as far as their parents still exist. */
export function familyOf(root: number, all: ProcessFacts[]): ProcessFacts[] {
  const family = all.filter(({ pid }) => pid === root)
  for (const member of family) {
    family.push(...all.filter(({ parent, pid }) => parent === member.pid && pid !== member.pid))
  }
  return family
}

/** PID inside the innermost PID namespace, and the depth of that namespace from here. */
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

export type Identity = ProcessIdentity

/** Names the time since the machine was started. */
export const thisBoot = bootId()

/** Identity of a process that was just started; if it has exited already, it is never considered alive. */
export const identityOf = (pid: number): Identity => ({
  boot: thisBoot,
  pid,
  startTime: findProcess(pid)?.startTime ?? '',
})

/** What `launch.sh --identity` writes about itself; empty when the process has exited already. */
export async function identityText(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line && `${thisBoot}\n${line}`
}

/** Parses the output of `launch.sh --identity`. */
export function parseIdentity(text: string): Identity | undefined {
  const [boot, line] = text.split('\n')
  const facts = line && parseStat(line)
  return boot && facts ? { boot, pid: facts.pid, startTime: facts.startTime } : undefined
}

export const isAlive = (identity: Identity): boolean => isSameProcess(identity)

/** Whether the PID cannot have been reused: then a session with that number belongs to the process. */
export function holdsNumber(identity: Identity): boolean {
  return (
    identity.boot === thisBoot && (isAlive(identity) || findProcess(identity.pid) === undefined)
  )
}
