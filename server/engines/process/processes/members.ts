import { readFileSync } from 'node:fs'
import {
  familyOf,
  findProcess,
  hasVariable,
  innerNumber,
  listProcesses,
  type ProcessFacts,
  parseStat,
} from './processes.ts'

/** Who a launcher is, so that it can be found again and never be mistaken for another. */
export interface Identity {
  boot: string
  pid: number
  startTime: string
}

/** Marks the processes of a command that is not in a sandbox; who leaves the family is found by it. */
export const markVariable = 'BERTH_PROCESS_OF'

/** The processes of one launch. */
export interface Members {
  all: number[]
  /** The first process of the sandbox, which must outlive the others. */
  first?: number
  /** The command itself. */
  main?: number
  /** The command and whatever it started. */
  application: number[]
}

const thisBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

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
  return findProcess(pid)?.startTime === startTime && boot === thisBoot
}

export function membersOf(
  id: string,
  launcher: Identity | undefined,
  isSandboxed: boolean,
): Members {
  const all = listProcesses()
  const family = launcher && isAlive(launcher) ? familyOf(launcher.pid, all) : []
  if (isSandboxed) return sandboxMembers(family)
  const strays = all.filter(
    ({ pid }) => !family.some((member) => member.pid === pid) && hasVariable(pid, markVariable, id),
  )
  const main = family.find(({ parent }) => parent === launcher?.pid)?.pid
  const application = [...family.filter(({ pid }) => pid !== launcher?.pid), ...strays].map(
    numberOf,
  )
  return {
    all: [...family, ...strays].map(numberOf),
    application,
    ...(main === undefined ? {} : { main }),
  }
}

/** The launcher starts bubblewrap, which starts number 1 of the sandbox, which starts number 2: the command. */
function sandboxMembers(family: ProcessFacts[]): Members {
  const here = innerNumber(process.pid).depth
  const inside = family
    .map(({ pid }) => ({ pid, ...innerNumber(pid) }))
    .filter(({ depth }) => depth > here)
  const first = inside.find(({ number }) => number === 1)?.pid
  const main = inside.find(({ number }) => number === 2)?.pid
  return {
    all: family.map(numberOf),
    application: inside.filter(({ number }) => number !== 1).map(numberOf),
    ...(first === undefined ? {} : { first }),
    ...(main === undefined ? {} : { main }),
  }
}

const numberOf = ({ pid }: { pid: number }) => pid
