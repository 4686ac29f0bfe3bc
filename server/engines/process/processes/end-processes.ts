import { sleep } from '#kit/concurrency/timeout.ts'
import { findProcess } from '#kit/process/process-identity.ts'
import type { Members } from './members.ts'
import { signal } from './processes.ts'

const killTimeout = 10_000
const launcherTimeout = 2000
/** Milliseconds between two looks at all processes of the machine: most are gone at once, and the others are not worth the work. */
const firstPause = 2
const maxPause = 50

/**
 * SIGTERM to the command; to what it leaves behind when it ends; and after the grace SIGKILL to all. Not to all at
 * once: package managers pass the signal on, and a program that gets it twice may take the second as an order to die.
 */
export async function endProcesses(find: () => Promise<Members>, grace: number): Promise<void> {
  const end = Date.now() + grace
  const told = new Set<number>()
  const tell = (pids: (number | undefined)[]) => {
    for (const pid of pids) {
      if (pid === undefined || told.has(pid)) continue
      told.add(pid)
      signal(pid, 'SIGTERM')
    }
  }
  let pause = 5
  for (let main: number | undefined; grace > 0; ) {
    const members = await find()
    if (members.application.length === 0) break
    main ??= members.main
    if (main !== undefined && members.application.includes(main)) tell([members.first, main])
    else tell([members.first, ...members.application])
    if (Date.now() >= end) break
    await sleep(Math.min(pause, Math.max(1, end - Date.now())))
    pause = Math.min(pause * 1.5, 200)
  }
  await killProcesses(find)
}

/**
 * Returns once every process that was found is gone, also those that lost their family meanwhile. The launcher ends by
 * itself after the others, with their last output; it is killed only when it does not.
 */
export async function killProcesses(find: () => Promise<Members>): Promise<void> {
  const hit = new Map<number, string>()
  const begin = Date.now()
  const end = begin + killTimeout
  for (let pause = firstPause; ; pause = Math.min(pause * 1.5, maxPause)) {
    const { all, launcher } = await find()
    const isLauncherLate = Date.now() > begin + launcherTimeout
    for (const pid of all) {
      hit.set(pid, findProcess(pid)?.startTime ?? '')
      if (pid !== launcher || isLauncherLate) signal(pid, 'SIGKILL')
    }
    const left = [...hit].filter(([pid, startTime]) => findProcess(pid)?.startTime === startTime)
    if (all.length === 0 && left.length === 0) return
    if (Date.now() > end) throw new Error(`processes ${[...hit.keys()].join(', ')} do not end`)
    await sleep(pause)
  }
}
