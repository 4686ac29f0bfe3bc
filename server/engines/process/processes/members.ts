import { createHash } from 'node:crypto'
import { processesOf } from '#kit/control-groups/control-groups.ts'
import type { ProcessFacts } from '#kit/process/process-identity.ts'
import { holdsNumber, type Identity, isAlive } from './identity.ts'
import { familyOf, hasVariable, innerNumber, listProcesses } from './processes.ts'

/** Marks the processes of a command that is not in a sandbox; who leaves the family is found by it. */
export const markVariable = 'BERTH_PROCESS_OF'

/** Names a command by its folder: platforms on one machine may use the same ids. */
export const markOf = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 32)

/** One launch of a command, by all that its processes can be known by. */
export interface Launch {
  /** Its folder, which no other launch has. */
  folder: string
  isSandboxed: boolean
  /** The folders of its control groups. */
  groups: string[]
  launcher: Identity | undefined
}

/** The processes of one launch. */
export interface Members {
  all: number[]
  /** The parent of all, which passes on their output and ends after them. */
  launcher?: number
  /** The first process of the sandbox, which must outlive the others. */
  first?: number
  /** The command itself. */
  main?: number
  /** The command and whatever it started. */
  application: number[]
}

export async function membersOf(launch: Launch): Promise<Members> {
  const { folder, isSandboxed, groups, launcher } = launch
  const mark = markOf(folder)
  const everybody = listProcesses()
  const grouped = new Set(await processesOf(groups))
  const family = new Set(launcher && isAlive(launcher) ? familyOf(launcher.pid, everybody) : [])
  const session = launcher && holdsNumber(launcher) ? launcher.pid : undefined
  const isMember = (facts: ProcessFacts) =>
    family.has(facts) ||
    facts.session === session ||
    grouped.has(facts.pid) ||
    (!isSandboxed && hasVariable(facts.pid, markVariable, mark))
  const members = everybody.filter(isMember)
  const found = isSandboxed ? sandboxMembers(members) : plainMembers(members, launcher?.pid)
  return launcher && isAlive(launcher) ? { ...found, launcher: launcher.pid } : found
}

function plainMembers(members: ProcessFacts[], launcher: number | undefined): Members {
  const application = members.filter(({ pid }) => pid !== launcher)
  const main = application.find(({ parent }) => parent === launcher)?.pid
  return {
    all: members.map(numberOf),
    application: application.map(numberOf),
    ...(main === undefined ? {} : { main }),
  }
}

/** The launcher starts bubblewrap, which starts number 1 of the sandbox, which starts number 2: the command. */
function sandboxMembers(members: ProcessFacts[]): Members {
  const here = innerNumber(process.pid).depth
  const inside = members
    .map(({ pid }) => ({ pid, ...innerNumber(pid) }))
    .filter(({ depth }) => depth > here)
  const first = inside.find(({ number }) => number === 1)?.pid
  const main = inside.find(({ number }) => number === 2)?.pid
  return {
    all: members.map(numberOf),
    application: inside.filter(({ number }) => number !== 1).map(numberOf),
    ...(first === undefined ? {} : { first }),
    ...(main === undefined ? {} : { main }),
  }
}

const numberOf = ({ pid }: { pid: number }) => pid
