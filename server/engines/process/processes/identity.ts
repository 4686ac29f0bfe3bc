import {
  bootId,
  findProcess,
  isSameProcess,
  type ProcessIdentity,
  parseStat,
} from '#kit/process/process-identity.ts'

export type Identity = ProcessIdentity

/** Names the time since the machine was started. */
export const thisBoot = bootId()

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

export const isAlive = (identity: Identity): boolean => isSameProcess(identity)

/** Whether no other process can have its number by now: then a session of that number is its own. */
export function holdsNumber(identity: Identity): boolean {
  return (
    identity.boot === thisBoot && (isAlive(identity) || findProcess(identity.pid) === undefined)
  )
}
