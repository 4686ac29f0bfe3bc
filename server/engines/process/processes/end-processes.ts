import { createHash } from 'node:crypto'
import { sleep } from '#kit/concurrency/timeout.ts'
import { processesOf } from '#kit/control-groups/control-groups.ts'
import { findProcess, listProcesses, type ProcessFacts } from '#kit/process/process-identity.ts'
import {
  familyOf,
  hasVariable,
  holdsNumber,
  type Identity,
  innerNumber,
  isAlive,
  signal,
} from './processes.ts'

const killTimeout = 10_000
const launcherTimeout = 2000
/** Milliseconds between scans of all processes: most exit at once, and polling for the others backs off. */
const firstPause = 2
const maxPause = 50

/**
 * Sends SIGTERM, or what the command wants instead, to the command; to its leftover children when it has exited; after the grace period SIGKILL to all. Not
 * to all at once: package managers forward the signal, and a program may treat a second one as a forced exit.
 */
export async function endProcesses(
  find: () => Promise<Members>,
  grace: number,
  stopSignal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  const end = performance.now() + grace
  const told = new Set<number>()
  const tell = (pids: (number | undefined)[]) => {
    for (const pid of pids) {
      if (pid === undefined || told.has(pid)) continue
      told.add(pid)
      signal(pid, stopSignal)
    }
  }
  let pause = 5
  for (let main: number | undefined; grace > 0; ) {
    const members = await find()
    if (members.application.length === 0) break
    main ??= members.main
    if (main !== undefined && members.application.includes(main)) tell([members.first, main])
    else tell([members.first, ...members.application])
    if (performance.now() >= end) break
    await sleep(Math.min(pause, Math.max(1, end - performance.now())))
    pause = Math.min(pause * 1.5, 200)
  }
  await killProcesses(find)
}

/**
 * Returns once every process found is gone, including those reparented meanwhile. The launcher exits by itself after
 * the others, with their last output; it is killed only when it does not.
 */
export async function killProcesses(find: () => Promise<Members>): Promise<void> {
  const hit = new Map<number, string>()
  const begin = performance.now()
  const end = begin + killTimeout
  for (let pause = firstPause; ; pause = Math.min(pause * 1.5, maxPause)) {
    const { all, launcher } = await find()
    const isLauncherLate = performance.now() > begin + launcherTimeout
    for (const pid of all) {
      hit.set(pid, findProcess(pid)?.startTime ?? '')
      if (pid !== launcher || isLauncherLate) signal(pid, 'SIGKILL')
    }
    const left = [...hit].filter(([pid, startTime]) => findProcess(pid)?.startTime === startTime)
    if (all.length === 0 && left.length === 0) return
    if (performance.now() > end)
      throw new Error(`processes ${[...hit.keys()].join(', ')} do not end`)
    await sleep(pause)
  }
}

/** Marks the processes of an unsandboxed command, to find those that left its process tree. */
export const markVariable = 'BERTH_PROCESS_OF'

/** Marks a command by its folder: platforms on one machine may use the same ids. */
export const markOf = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 32)

/** One launch of a command, with everything that identifies its processes. */
interface Launch {
  /** Its folder, unique to the launch. */
  folder: string
  isSandboxed: boolean
  /** The folders of its control groups. */
  groups: string[]
  launcher: Identity | undefined
}

/** Processes of one launch, as PIDs. */
export interface Members {
  all: number[]
  /** Parent of all, which forwards their output and exits after them. */
  launcher?: number
  /** PID 1 of the sandbox, which must outlive the others. */
  first?: number
  /** The command itself. */
  main?: number
  /** The command and its descendants. */
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

/** The launcher starts bubblewrap, which starts PID 1 of the sandbox, which starts PID 2: the command. */
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
