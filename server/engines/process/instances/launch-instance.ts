import type { ChildProcess } from 'node:child_process'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import type { BuiltImage } from '#engines/process/builds/image/built-image.ts'
import { runConfined } from '#engines/process/builds/step.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import type { Parts } from '#engines/process/parts.ts'
import { identityText } from '#engines/process/processes/processes.ts'
import { perlOfImages } from '#engines/process/sandbox/image-files.ts'
import { spawnConfined } from '#engines/process/sandbox/spawn-confined.ts'
import type { WaitingLauncher } from '#engines/process/sandbox/waiting-launcher.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { type Address, beforeStartTimeout } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { adviceOnStart } from '#platform/model/hosting/instances/exit-advice.ts'
import { shortText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import { type BuildStep, imageCommand, type Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { instanceFiles } from './instance-folder.ts'
import { idleCommand, type LaunchOptions } from './launch-options.ts'
import { type Arrangement, arrangeInstance, type InstanceRequest } from './prepare-instance.ts'

const maxLastLines = 20
const maxLastLine = 1024

export interface LaunchedInstance {
  launcher: ChildProcess
  address: Address
}

export interface LaunchRequest extends Omit<InstanceRequest, 'groups'> {
  /** Pre-start steps, run to their end before the command. */
  first: readonly BuildStep[]
  /** Called with the title of each step. */
  say: (line: string) => void
  /** Aborted when the instance is stopped before it has started. */
  signal: AbortSignal
  /** Started before, in the control groups of the instance. */
  waiting?: WaitingLauncher | undefined
}

/** Runs the pre-start steps and the command of an instance. */
export async function launchInstance(
  parts: Parts,
  order: LaunchOptions,
  launching: LaunchRequest,
): Promise<LaunchedInstance> {
  const { waiting } = launching
  const ofOwner = groupsOf(parts, order)
  // Once the record names them: without it nobody would find them after a crash.
  const groups = launching.prepare.then(() =>
    waiting
      ? (ofOwner?.foldersOf(order.instanceId) ?? [])
      : (ofOwner?.create(order.instanceId, order.limits) ?? []),
  )
  const arrangement = await arrangeInstance(parts, order, { ...launching, groups })
  launching.signal.throwIfAborted()
  const { confinement, paths, environment, address, image } = arrangement
  const command = image
    ? commandIn(image, order, paths.supervisor)
    : supervisedCommand(order, paths.supervisor)
  await runFirst(parts, order, arrangement, launching)

  const files = instanceFiles(launching.folder)
  // For the supervisor of an image, which takes it away.
  const first = image && order.workers ? { PERL_BADLANG: '' } : {}
  const variables = { ...first, ...environment }
  const spawning = { confinement, system: parts.system, files, environment: variables, command }
  if (waiting) {
    await waiting.run(spawning)
    return { launcher: waiting.child, address }
  }
  for (const path of [files.exit, files.identity]) await rm(path, { force: true })
  const launcher = await withLaunchErrors(files, (launchErrors) =>
    spawnConfined({ ...spawning, launchErrors }),
  )
  launcher.unref()
  await storeIdentity(files.identity, launcher.pid ?? 0)
  return { launcher, address }
}

/** Makes room for the output of an instance, and opens the file for the errors of its launcher. */
export async function withLaunchErrors<T>(
  { ring, launchErrors }: ReturnType<typeof instanceFiles>,
  start: (launchErrors: number) => Promise<T>,
): Promise<T> {
  await mkdir(ring, { recursive: true, mode: 0o700 })
  const errors = await open(launchErrors, 'w', 0o600)
  try {
    return await start(errors.fd)
  } finally {
    await errors.close()
  }
}

/** Stores the PID and start time of the launcher: a server that is killed right after a start has the instance adopted by the next. */
export async function storeIdentity(path: string, pid: number): Promise<void> {
  const text = await identityText(pid)
  if (!text) return
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Pre-start steps end with the server: the next server starts the instance from the beginning. */
async function runFirst(
  { system, watcher }: Parts,
  { instanceId }: LaunchOptions,
  { confinement, environment }: Arrangement,
  { first, folder, say, signal }: LaunchRequest,
): Promise<void> {
  const late = AbortSignal.timeout(beforeStartTimeout)
  const lastLines: string[] = []
  const onLine = (line: string) => {
    watcher.onLine(instanceId, line)
    lastLines.push(line.slice(0, maxLastLine))
    if (lastLines.length > maxLastLines) lastLines.shift()
  }
  for (const { title, command, environment: own } of first) {
    say(title)
    const code = await runConfined(
      {
        confinement: { ...confinement, endsWithServer: true },
        system,
        command,
        files: { mountTable: instanceFiles(folder).mountTable },
        environment: { ...environment, ...own },
      },
      onLine,
      AbortSignal.any([signal, late]),
    ).catch((error) => {
      if (!late.aborted || signal.aborted) throw error
      const limit = formatDuration(beforeStartTimeout)
      throw new Failure('start', `${title} took longer than ${limit}.`)
    })
    if (code !== 0) {
      const advice = adviceOnStart({ code, lastLines }, environment)
      throw new Failure('start', `${title} exited with ${code}.`, advice)
    }
  }
}

/** Command of an instance with an image, which has its own. */
function commandIn({ command }: BuiltImage, order: LaunchOptions, supervisor: string): string[] {
  // An image may have no program that sleeps.
  if (order.command[0] === idleCommand[0]) return [...perlOfImages, '-e', 'sleep']
  const own = order.command[0] === imageCommand[0] ? command : order.command
  if (own.length === 0) {
    throw new Failure(
      'start',
      'The image has no command: add CMD or ENTRYPOINT, or set CC_RUN_COMMAND.',
    )
  }
  return withWorkers(order.workers, [...perlOfImages, supervisor], own)
}

/** Minimum restart delay: a worker that exits immediately would otherwise take the CPU from the application. */
const minDelay = 100

/** Command of an instance: its own, or a supervisor that runs it with workers. */
export const supervisedCommand = (
  { command, workers }: LaunchOptions,
  supervisor: string,
): string[] => withWorkers(workers, ['/bin/sh', supervisor], command)

/** A command, or a supervisor that runs it with its workers. */
export function withWorkers(
  workers: readonly Worker[] = [],
  supervisor: readonly string[],
  command: string[],
): string[] {
  const beside = workers.flatMap(workerWords)
  return beside.length === 0 ? command : [...supervisor, ...beside, '--', ...command]
}

function workerWords({ command, restart, delay }: Worker): string[] {
  const seconds = Math.max(minDelay, delay) / 1000
  return ['worker', `${restart} ${seconds}`, shortText(command), String(command.length), ...command]
}
