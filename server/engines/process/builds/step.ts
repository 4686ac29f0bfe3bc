import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readStream, readText } from '#engines/process/output/line-cutter.ts'
import { endProcesses, killProcesses, membersOf } from '#engines/process/processes/end-processes.ts'
import { identityOf } from '#engines/process/processes/processes.ts'
import { type SpawnOptions, spawnConfined } from '#engines/process/sandbox/spawn-confined.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { replaceLiterals } from '#kit/text/replace-literals.ts'

/** All that could write have ended: only a busy machine takes longer than a moment. */
const closeTimeout = 30_000
const maxLaunchErrors = 4096

export interface StepOptions extends Omit<SpawnOptions, 'launchErrors' | 'attach'> {
  /** The command shares its folder and control groups with others, which keep running when it ends. */
  isBesideOthers?: boolean
  /** Milliseconds between SIGTERM and SIGKILL after an abort; none when absent. */
  grace?: number
}

/**
 * Runs a confined command to its end and kills what it leaves behind. An abort ends all its processes. Returns the
 * exit code.
 */
export async function runConfined(
  { isBesideOthers = false, grace = 0, ...spawning }: StepOptions,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted()
  let read: Promise<unknown> = Promise.resolve()
  let launchErrors: Promise<string> = Promise.resolve('')
  const child = await spawnConfined({
    ...spawning,
    attach({ stdout, stderr }) {
      if (stdout) read = readStream(stdout, onLine)
      if (stderr) launchErrors = readText(stderr, maxLaunchErrors)
    },
  })
  const launcher = identityOf(child.pid ?? 0)
  const { confinement } = spawning
  const launch = isBesideOthers
    ? { folder: confinement.folder, isSandboxed: true, groups: [], launcher }
    : { ...confinement, launcher }
  const kill = () => killProcesses(() => membersOf(launch))

  const ended = exitOf(child)
  const onAbort = () => void endProcesses(() => membersOf(launch), grace).catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    const code = await ended
    await kill()
    await withTimeout(read, closeTimeout, 'the end of the output')
    signal.throwIfAborted()
    const said = await withTimeout(launchErrors, closeTimeout, 'the end of the launcher')
    // Not logged with the build, because it contains paths of the machine.
    if (said && code !== 0) throw new Error(`the command could not be launched: ${said}`)
    return code
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const stream of streamsOf(child)) stream.destroy()
  }
}

const streamsOf = ({ stdout, stderr }: ChildProcess) =>
  [stdout, stderr].filter((stream) => stream !== null)

/** Exit code of a child that may have exited already, whose `exit` event is not emitted again. */
async function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? (child.signalCode === 'SIGTERM' ? 143 : 137)
}

/** Minimum length of a redacted value: shorter ones would match ordinary words. */
const shortest = 8
const instead = '[secret]'
/** Characters of secrets that are searched for inside lines; secret lines beyond match only a whole line. */
const maxSearched = 64 * 1024

/** Redacts secrets from log lines, because error messages of tools may contain them. */
export function concealing(secrets: readonly string[]): (line: string) => string {
  const lines = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= shortest && !/^-----.*-----$/.test(piece))
  const searched: string[] = []
  const others = new Set<string>()
  let room = maxSearched
  for (const line of new Set(lines)) {
    if (line.length <= room) searched.push(line)
    else others.add(line)
    room -= Math.min(room, line.length)
  }
  const replace = replaceLiterals(searched, instead)
  return (line) => (others.has(line.trim()) ? instead : replace(line))
}
