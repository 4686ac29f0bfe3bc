import { unlessAborted, withTimeout } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Run, RunEnd } from '#platform/model/hosting/runs/run.ts'
import type { RunAttachment, RunStop } from '#platform/model/hosting/runs/runs.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { collectOutput } from './collect-output.ts'
import type { OutputRing } from './output-ring.ts'
import { startRunInstance, stopRunInstance } from './run-instance.ts'

/** How long a run that is not detached waits for its client. */
const attachTimeout = 60_000
/** Between the end of a command and that of the outputs that were read from it. */
const flushTimeout = 10_000

/** A run that was asked to end, and why. */
export class RunStoppedError extends Error {
  readonly stop: RunStop

  constructor(stop: RunStop) {
    super(stop.reason)
    this.stop = stop
  }
}

export interface PerformOptions {
  run: Run
  /** As it is run: a line for the shell, or a program with its arguments. */
  words: readonly string[]
  application: Application
  release: Release
  ring: OutputRing
  /** The client; of a detached one there is none. */
  client?: Promise<RunAttachment>
  /** Called with the session of a client. */
  onSession: (session: InstanceSession) => void
  /** Aborted with a `RunStoppedError` to end the run early. */
  signal: AbortSignal
  onBug: (error: unknown) => void
}

type Context = Pick<Platform, 'store' | 'clock' | 'engine' | 'policies' | 'portVariables'>

/** Runs a one-off command to its end in an instance that is there for it alone, and says how it has ended. */
export async function performRun(platform: Context, options: PerformOptions): Promise<RunEnd> {
  const { ring, signal } = options
  const end = (how: Pick<RunEnd, 'state' | 'reason' | 'exitCode'>): RunEnd => ({
    ...how,
    endedAt: platform.clock(),
    output: ring.output,
    outputEnd: ring.outputEnd,
  })
  try {
    const { exitCode, stop } = await runToEnd(platform, options)
    if (stop) return end({ ...stop, exitCode })
    if (exitCode === 0) return end({ state: 'succeeded', reason: null, exitCode })
    return end({ state: 'failed', reason: reasonOf(exitCode), exitCode })
  } catch (error) {
    // It was asked to end before its command began.
    if (signal.aborted) return end({ ...(signal.reason as RunStoppedError).stop, exitCode: null })
    if (error instanceof RunStoppedError) return end({ ...error.stop, exitCode: null })
    const isSaid = error instanceof Refusal || error instanceof Failure
    const reason = isSaid ? error.message : `It could not be run: ${publicMessage(error)}.`
    return end({ state: 'failed', reason, exitCode: null })
  }
}

/** How a command has ended, and why before its own end. */
interface CommandEnd {
  exitCode: number
  stop?: RunStop
}

async function runToEnd(platform: Context, options: PerformOptions): Promise<CommandEnd> {
  const { run, words, application, release, ring, client, onSession, signal, onBug } = options
  const { engine, store, clock, policies } = platform
  const freeing = new AbortController()
  try {
    const instance = await startRunInstance(platform, { application, run, release, signal })
    const attachment = client && (await unlessAborted(attached(client), signal))
    signal.throwIfAborted()
    const terminal = attachment?.terminal
    const session = await engine.openSession(instance, {
      command: commandOf(words, release.recipe),
      signal: freeing.signal,
      ...(terminal ? { terminal, environment: { TERM: terminal.term } } : {}),
    })
    await store.runs.begin(run.id, clock())
    onSession(session)
    const outputs = attachment ? [] : [session.stdout, session.stderr]
    const collected = Promise.all(outputs.map((each) => collectOutput(each, ring)))
    collected.catch(() => {})
    if (!attachment) session.stdin.end()
    const end = await untilEnded(session, {
      signal,
      timeout: run.timeout,
      grace: policies.stopGrace,
      kill: () => stopRunInstance(platform, run),
    })
    await withTimeout(collected, flushTimeout, 'the output of a one-off command').catch(() => {})
    return end
  } finally {
    freeing.abort(new Error('the run has ended'))
    // The next start of the server frees what cannot be freed now.
    await stopRunInstance(platform, run).catch(onBug)
  }
}

const attached = (client: Promise<RunAttachment>) =>
  withTimeout(client, attachTimeout, 'the client').catch(() => {
    throw new RunStoppedError({ state: 'interrupted', reason: 'No client has attached to it.' })
  })

interface Ending {
  signal: AbortSignal
  timeout: number
  grace: number
  kill(): Promise<void>
}

/** Waits for the end of a command, until the timeout or an abort: then it gets SIGTERM, and SIGKILL after the grace period. */
async function untilEnded(
  session: InstanceSession,
  { signal, timeout, grace, kill }: Ending,
): Promise<CommandEnd> {
  const { ended } = session
  try {
    return { exitCode: await unlessAborted(withTimeout(ended, timeout, 'the command'), signal) }
  } catch {
    // It has to end.
  }
  const stop = signal.aborted
    ? (signal.reason as RunStoppedError).stop
    : ({
        state: 'timed-out',
        reason: `It ran longer than ${formatDuration(timeout)} and was ended.`,
      } as const)
  session.sendSignal('TERM')
  const exitCode = await withTimeout(ended, grace, 'the command').catch(async () => {
    await kill()
    return withTimeout(ended, flushTimeout, 'the end of the command').catch(() => killed)
  })
  return { exitCode, stop }
}

const killed = 137

/** As for the application's own commands, its folder is the current one. */
const enter = 'cd -- "./$APP_FOLDER" && '

/** One word is a line for the shell. An image may have none, and has no `APP_FOLDER`. */
function commandOf(
  words: readonly string[],
  { dockerfile }: Pick<Recipe, 'dockerfile'>,
): string | [string, ...string[]] {
  const [program = '', ...more] = words
  if (dockerfile) return more.length === 0 ? program : [program, ...more]
  return more.length === 0
    ? ['sh', '-c', `${enter}exec "\${SHELL:-/bin/sh}" -c "$1"`, 'sh', ...words]
    : ['sh', '-c', `${enter}exec "$@"`, 'sh', ...words]
}

function reasonOf(code: number): string | null {
  if (code === 127) return 'The command was not found.'
  if (code === 126) return 'The command is not a program that may be run.'
  if (code === 137) return 'It was killed, as when its instance has no memory left.'
  return null
}
