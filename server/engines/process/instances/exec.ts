import { join } from 'node:path'
import { runConfined } from '#engines/process/builds/step.ts'
import type { Parts } from '#engines/process/parts.ts'
import { isAlive } from '#engines/process/processes/processes.ts'
import type { Confinement } from '#engines/process/sandbox/confinement.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { readIdentity, readRecord } from './instance-folder.ts'
import type { LaunchOptions } from './launch-options.ts'
import { arrangeInstance } from './prepare-instance.ts'

export interface ExecRequest {
  folder: string
  command: [string, ...string[]]
  signal: AbortSignal
}

/**
 * Runs a command beside an instance: in a sandbox of its own, with the same files, variables, network and limits. The
 * answer is its exit code.
 */
export async function runExec(
  parts: Parts,
  order: LaunchOptions,
  { folder, command, signal }: ExecRequest,
): Promise<number> {
  const record = await readRecord(folder)
  if (!record) throw new Failure('start', 'The instance is no longer there.')
  const prepare = Promise.resolve(record)
  const groups = Promise.resolve(record.groups)
  const { confinement, environment } = await arrangeInstance(parts, order, {
    folder,
    prepare,
    groups,
  })
  return runConfined(
    {
      system: parts.system,
      environment,
      command,
      confinement: { ...(await withSameFiles(confinement)), endsWithServer: true },
      files: { mountTable: join(folder, 'exec-mounts') },
      isBesideOthers: true,
    },
    (line) => parts.watcher.onLine(order.instanceId, line),
    signal,
  )
}

/**
 * Two mounts of the same layer would not see what the other changes, so the exec uses that of the instance. What Node
 * made of tools may not be in there, and is not needed.
 */
async function withSameFiles(confinement: Confinement): Promise<Confinement> {
  const { layer, compiled: _, ...others } = confinement
  if (!layer) return confinement
  const launcher = await readIdentity(confinement.folder)
  return launcher && isAlive(launcher)
    ? { ...others, layer, mountedBy: launcher.pid }
    : { ...confinement, layer: { ...layer, work: 'exec-work' } }
}

interface RunningExec {
  abort: AbortController
  over: Promise<unknown>
}

/** What runs beside instances, so that it can be ended with them. */
export class Execs {
  readonly #running = new Map<string, Set<RunningExec>>()

  /** Does the work, with a signal that is aborted when the instance ends. */
  async run<T>(instanceId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    const over = work(abort.signal)
    const exec = { abort, over }
    const execs = this.#running.get(instanceId) ?? new Set()
    this.#running.set(instanceId, execs.add(exec))
    try {
      return await over
    } finally {
      execs.delete(exec)
      if (execs.size === 0) this.#running.delete(instanceId)
    }
  }

  /** Ends all of an instance and returns when they have ended. */
  async end(instanceId: string, why: Error): Promise<void> {
    const execs = [...(this.#running.get(instanceId) ?? [])]
    for (const { abort } of execs) abort.abort(why)
    await Promise.allSettled(execs.map(({ over }) => over))
  }
}
