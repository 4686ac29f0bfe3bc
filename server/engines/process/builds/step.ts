import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readStream, readText } from '#engines/process/output/line-cutter.ts'
import { killProcesses, membersOf } from '#engines/process/processes/end-processes.ts'
import { identityOf } from '#engines/process/processes/processes.ts'
import { type SpawnOptions, spawnConfined } from '#engines/process/sandbox/spawn-confined.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { replaceLiterals } from '#kit/text/replace-literals.ts'

const closeTimeout = 5000
const maxLaunchErrors = 4096

export interface StepOptions extends Omit<SpawnOptions, 'launchErrors' | 'attach'> {
  /** Others have the same folder and control groups, and go on when it ends. */
  isBesideOthers?: boolean
}

/**
 * Runs a confined command to its end, and ends whatever it leaves behind. An abort kills all of it; the answer
 * is the exit code.
 */
export async function runConfined(
  { isBesideOthers = false, ...spawning }: StepOptions,
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
  const onAbort = () => void kill().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    const code = await ended
    await kill()
    await withTimeout(read, closeTimeout, 'the end of the output')
    signal.throwIfAborted()
    const said = await withTimeout(launchErrors, closeTimeout, 'the end of the launcher')
    // Not a line of the build: it names folders of the machine.
    if (said && code !== 0) throw new Error(`the command could not be launched: ${said}`)
    return code
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const stream of streamsOf(child)) stream.destroy()
  }
}

const streamsOf = ({ stdout, stderr }: ChildProcess) =>
  [stdout, stderr].filter((stream) => stream !== null)

/** The exit code of a child, which may be gone already: nobody hears of its end a second time. */
async function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? (child.signalCode === 'SIGTERM' ? 143 : 137)
}

/** Shorter ones would be found in every other word. */
const shortest = 8
const instead = '[secret]'
/** Characters of secrets that are looked for inside of lines; lines of secrets beyond are found when they stand alone. */
const maxSearched = 64 * 1024

/** Lines without the secrets: what a tool complains about must not show them to whoever reads the log. */
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
