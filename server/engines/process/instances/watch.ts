import { watch as watchFolder } from 'node:fs'
import { openOutput } from '#engines/process/output/output.ts'
import { killProcesses, type Members } from '#engines/process/processes/end-processes.ts'
import { memoryKills } from '#kit/control-groups/control-groups.ts'
import type { InstanceExit, InstanceWatcher } from '#platform/deployments/engine.ts'
import { instanceFiles, readExitCode, readLaunchErrors } from './instance-folder.ts'

/** Listens to one launch of an instance: what it writes, and how it ends. */
export interface Watch {
  /** Looks again whether it has ended. */
  look(): Promise<void>
  /** Called once in a while, for what no event tells. */
  tick(): Promise<void>
  /** From now on its end is not worth a word. */
  expectEnd(): void
  /** Stops listening, after handing on what was written. */
  close(): Promise<void>
}

export interface WatchedInstance {
  instanceId: string
  folder: string
  groups: string[]
  watcher: InstanceWatcher
  find: () => Promise<Members>
  isLauncherAlive: () => Promise<boolean>
  /** Why the engine has ended it, if it has. */
  causeOf: () => string | undefined
  onProblem: (error: Error) => void
}

const codeOfKilled = 137

export async function watchInstance(watched: WatchedInstance): Promise<Watch> {
  const { instanceId, folder, groups, watcher } = watched
  const files = instanceFiles(folder)
  const output = await openOutput(files, (line) => watcher.onLine(instanceId, line))
  let state: 'running' | 'expected' | 'ended' | 'closed' = 'running'
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  /** The launcher's word, or a code of our own when it was killed before it could leave one. */
  const exitCode = async (): Promise<number | undefined> => {
    const code = await readExitCode(folder)
    if (code !== undefined || (await watched.isLauncherAlive())) return code
    return (await readExitCode(folder)) ?? codeOfKilled
  }

  /** What the launcher says before the command runs is for the operator: it names folders of the machine. */
  const reportLaunch = async () => {
    const said = await readLaunchErrors(folder)
    if (said) watched.onProblem(new Error(`the launch of ${instanceId} failed: ${said}`))
  }

  const describe = async (code: number): Promise<InstanceExit> => {
    const isStarved = code !== 0 && (await memoryKills(groups)) > 0
    const cause = watched.causeOf() ?? (isStarved ? 'out of memory' : undefined)
    return { instanceId, code, ...(cause ? { cause } : {}) }
  }

  const lookOnce = async () => {
    if (state !== 'running') return
    const code = await exitCode()
    if (code === undefined) return
    await killProcesses(watched.find)
    await output.finish()
    await reportLaunch()
    const exit = await describe(code)
    if (state !== 'running') return
    state = 'ended'
    watcher.onExit(exit)
  }

  /** A look that began before the news may have missed it, so it is taken again. */
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

/** Where the machine has no more watches to give, looking once in a while must do. */
function listen(folder: string, onChange: (name: string | null) => unknown) {
  try {
    const events = watchFolder(folder, { persistent: false }, (_, name) => onChange(name))
    events.on('error', () => events.close())
    return events
  } catch {
    return undefined
  }
}
