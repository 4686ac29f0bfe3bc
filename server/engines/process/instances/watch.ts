import { watch as watchFolder } from 'node:fs'
import { type Output, openOutput } from '#engines/process/output/output.ts'
import { killProcesses, type Members } from '#engines/process/processes/end-processes.ts'
import { memoryKills } from '#kit/control-groups/control-groups.ts'
import type { InstanceExit, InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import { isOutOfProcesses, outOfProcesses } from '#platform/model/hosting/instances/exit-advice.ts'
import { instanceFiles, readExitCode, readLaunchErrors } from './instance-folder.ts'

/** Watches one launch of an instance: its output and its exit. */
export interface Watch {
  /** Checks again whether it has exited. */
  look(): Promise<void>
  /** Called periodically, for changes that emit no event. */
  tick(): Promise<void>
  /** Its exit is not reported from now on. */
  expectEnd(): void
  /** Stops watching, after forwarding the remaining output. */
  close(): Promise<void>
}

export interface WatchedInstance {
  instanceId: string
  folder: string
  /** Whether its output is in a form that can be read. */
  hasOutput: boolean
  groups: string[]
  watcher: InstanceWatcher
  find: () => Promise<Members>
  isLauncherAlive: () => Promise<boolean>
  /** Why the engine killed it, if it did. */
  causeOf: () => string | undefined
  onProblem: (error: Error) => void
}

const codeOfKilled = 137
const nothing = async () => {}
const noOutput: Output = { read: nothing, finish: nothing, tick: nothing, close: nothing }

export async function watchInstance(watched: WatchedInstance): Promise<Watch> {
  const { instanceId, folder, groups, watcher } = watched
  const files = instanceFiles(folder)
  const output = watched.hasOutput
    ? await openOutput(files, (line) => watcher.onLine(instanceId, line))
    : noOutput
  let state: 'running' | 'expected' | 'ended' | 'closed' = 'running'
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  /** Exit code from the launcher, or a substitute when the launcher was killed before it wrote one. */
  const exitCode = async (): Promise<number | undefined> => {
    const code = await readExitCode(folder)
    if (code !== undefined || (await watched.isLauncherAlive())) return code
    return (await readExitCode(folder)) ?? codeOfKilled
  }

  /** Launch errors go to the operator only, because they contain paths of the machine. */
  const reportLaunch = async () => {
    const said = await readLaunchErrors(folder)
    if (said) watched.onProblem(new Error(`the launch of ${instanceId} failed: ${said}`))
    return isOutOfProcesses(said) ? outOfProcesses : undefined
  }

  const describe = async (code: number, ofLaunch: string | undefined): Promise<InstanceExit> => {
    const isStarved = code !== 0 && (await memoryKills(groups)) > 0
    const cause = watched.causeOf() ?? (isStarved ? 'out of memory' : ofLaunch)
    return { instanceId, code, ...(cause ? { cause } : {}) }
  }

  const lookOnce = async () => {
    if (state !== 'running') return
    const code = await exitCode()
    if (code === undefined) return
    await killProcesses(watched.find)
    await output.finish()
    const exit = await describe(code, await reportLaunch())
    if (state !== 'running') return
    state = 'ended'
    watcher.onExit(exit)
  }

  /** A check that began before the event may have missed it, so it is repeated. */
  const lookAll = async () => {
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        await lookOnce()
      }
    } finally {
      looking = undefined
    }
  }

  const look = () => {
    isAskedAgain = true
    looking ??= lookAll()
    return looking
  }

  const events = [
    listen(files.ring, () => output.read().catch(watched.onProblem)),
    listen(folder, (name) => name === 'exit' && look().catch(watched.onProblem)),
  ]
  await output.read()

  return {
    look,
    async tick() {
      if (state === 'closed') return
      await output.read()
      await output.tick()
      await look()
    },
    expectEnd() {
      if (state === 'running') state = 'expected'
    },
    async close() {
      if (state === 'closed') return
      if (state === 'expected') await output.finish()
      state = 'closed'
      for (const each of events) each?.close()
      await looking
      await output.close()
    },
  }
}

/** When the machine is out of inotify watches, polling has to do. */
function listen(folder: string, onChange: (name: string | null) => unknown) {
  try {
    const events = watchFolder(folder, { persistent: false }, (_, name) => onChange(name))
    events.on('error', () => events.close())
    return events
  } catch {
    return undefined
  }
}
