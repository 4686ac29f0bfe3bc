import { join } from 'node:path'
import { runConfined } from '#engines/process/builds/step.ts'
import type { Parts } from '#engines/process/parts.ts'
import { isAlive } from '#engines/process/processes/processes.ts'
import type { Confinement } from '#engines/process/sandbox/confinement.ts'
import type { ExecOptions } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { readIdentity, readRecord } from './instance-folder.ts'
import type { LaunchOptions } from './launch-options.ts'
import { arrangeInstance } from './prepare-instance.ts'

export interface ExecRequest {
  folder: string
  command: [string, ...string[]]
  signal: AbortSignal
  options: ExecOptions
}

/**
 * Runs a command beside an instance: in a separate sandbox with the same files, variables, network and limits. Returns
 * its exit code.
 */
export async function runExec(
  parts: Parts,
  order: LaunchOptions,
  { folder, command, signal, options }: ExecRequest,
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
      environment: { ...environment, ...options.environment },
      command,
      confinement: { ...(await withSameFiles(confinement)), endsWithServer: true },
      files: { mountTable: join(folder, 'exec-mounts') },
      isBesideOthers: true,
      grace: options.grace ?? 0,
    },
    (line) => {
      parts.watcher.onLine(order.instanceId, line)
      options.onLine?.(line)
    },
    signal,
  )
}

/**
 * Two mounts of the same overlay would not see each other's changes, so the exec joins the mount namespace of the
 * instance. The compile cache may be missing there, and is not needed.
 */
async function withSameFiles(confinement: Confinement): Promise<Confinement> {
  const { overlay, compiled: _, ...others } = confinement
  if (!overlay) return confinement
  const launcher = await readIdentity(confinement.folder)
  return launcher && isAlive(launcher)
    ? { ...others, overlay, mountedBy: launcher.pid }
    : { ...confinement, overlay: { ...overlay, workdir: 'exec-work' } }
}

interface RunningExec {
  abort: AbortController
  over: Promise<unknown>
}

/** Execs under way, per instance, so that they can be ended with it. */
export class Execs {
  readonly #running = new Map<string, Set<RunningExec>>()

  /** Runs the work with a signal that is aborted when the instance ends. */
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

  /** Aborts all execs of an instance and waits until they have ended. */
  async end(instanceId: string, why: Error): Promise<void> {
    const execs = [...(this.#running.get(instanceId) ?? [])]
    for (const { abort } of execs) abort.abort(why)
    await Promise.allSettled(execs.map(({ over }) => over))
  }
}
