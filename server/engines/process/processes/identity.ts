import { readFileSync } from 'node:fs'
import { findProcess, parseStat } from './processes.ts'

/** Who a launcher is, so that it can be found again and never be mistaken for another. */
export interface Identity {
  boot: string
  pid: number
  startTime: string
}

/** Names the time since the machine was started. */
export const thisBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/** Of a process that was just started; one that has ended already is never found alive. */
export const identityOf = (pid: number): Identity => ({
  boot: thisBoot,
  pid,
  startTime: findProcess(pid)?.startTime ?? '',
})

/** What `launch.sh --identity` wrote. */
export function parseIdentity(text: string): Identity | undefined {
  const [boot, line] = text.split('\n')
  const facts = line && parseStat(line)
  return boot && facts ? { boot, pid: facts.pid, startTime: facts.startTime } : undefined
}

export function isAlive({ boot, pid, startTime }: Identity): boolean {
  return boot === thisBoot && findProcess(pid)?.startTime === startTime
}

/** Whether no other process can have its number by now: then a session of that number is its own. */
export function holdsNumber(identity: Identity): boolean {
  return (
    identity.boot === thisBoot && (isAlive(identity) || findProcess(identity.pid) === undefined)
  )
}
