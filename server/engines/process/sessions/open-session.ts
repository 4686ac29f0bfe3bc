import { type InstanceRecord, readIdentity } from '#engines/process/instances/instance-folder.ts'
import type { LaunchOptions } from '#engines/process/instances/launch-options.ts'
import { type Arrangement, arrangeInstance } from '#engines/process/instances/prepare-instance.ts'
import { readText } from '#engines/process/output/line-cutter.ts'
import type { Parts } from '#engines/process/parts.ts'
import { killProcesses, membersOf } from '#engines/process/processes/end-processes.ts'
import { type Identity, identityOf, isAlive } from '#engines/process/processes/processes.ts'
import { checkVariables } from '#engines/process/sandbox/variables.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { isOutOfProcesses } from '#platform/model/hosting/instances/exit-advice.ts'
import {
  cleanSize,
  type InstanceSession,
  type SessionRequest,
  type TerminalSize,
} from '#platform/model/hosting/instances/instance-session.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type SessionProcess, spawnSession } from './spawn-session.ts'
import { killStrays } from './stray-processes.ts'

export interface SessionPlace {
  /** Folder of the instance. */
  folder: string
  record: InstanceRecord
  /** PID 1 of the instance's sandbox. */
  first: Identity
}

const startTimeout = 30_000
/** Longer than `session.pl` takes from a hang-up to SIGKILL. */
const hangupTimeout = 20_000
const maxLaunchErrors = 4096

/** Starts a command in a sandbox that shares namespaces, files, limits and network with that of a running instance. */
export async function openSession(
  parts: Parts,
  order: LaunchOptions,
  place: SessionPlace,
  request: SessionRequest,
): Promise<InstanceSession> {
  const { signal } = request
  const { folder, first } = place
  signal.throwIfAborted()
  const { confinement, environment } = await arrangeSession(parts, order, place)
  const variables = { ...environment, ...request.environment }
  checkVariables('start', variables)
  const session = await spawnSession(parts, {
    confinement,
    first,
    // For `session.pl`, which takes it away.
    environment: { PERL_BADLANG: '', ...variables },
    words: wordsOf(request),
  })
  const { child, control } = session
  const launcher = identityOf(child.pid ?? 0)
  const killLeft = () =>
    killStrays(place.record, first).catch((error: Error) => parts.log(error.message))
  const ended = session.ended.then(async (code) => {
    await killLeft()
    return code
  })
  const kill = () =>
    killProcesses(() => membersOf({ folder, isSandboxed: true, groups: [], launcher }))
  try {
    await withTimeout(begin(session), startTimeout, 'the start of a session')
  } catch (error) {
    await kill()
    await killLeft()
    throw isAlive(first) ? error : notRunning()
  }
  const hangUp = async () => {
    control.destroy()
    await withTimeout(ended, hangupTimeout, 'the end of a session').catch(kill)
  }
  const onAbort = () => void hangUp().catch((error: Error) => parts.log(error.message))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  void ended.then(() => {
    signal.removeEventListener('abort', onAbort)
    control.destroy()
  })
  // What stopped processes of the instance do not read is not kept for them.
  const tell = (line: string) =>
    void (control.writable && !control.writableNeedDrain && control.write(`${line}\n`))
  return {
    stdin: session.stdin,
    stdout: session.stdout,
    stderr: session.stderr,
    ended,
    resize: (size) => tell(`size ${sizeText(size)}`),
    sendSignal: (name) => tell(`signal ${name}`),
  }
}

export const notRunning = () => new Refusal('conflict', 'The instance is not running')

export function refuseUnsandboxed({ isSandboxed }: InstanceRecord): void {
  if (isSandboxed) return
  throw new Refusal(
    'unavailable',
    'This server runs instances without a sandbox, so that nobody can enter one',
  )
}

/** What an exec has, and the instance's mount namespace, as the files of the instance are mounted there. */
async function arrangeSession(
  parts: Parts,
  order: LaunchOptions,
  { folder, record }: SessionPlace,
): Promise<Arrangement> {
  const launcher = await readIdentity(folder)
  if (!launcher || !isAlive(launcher)) throw notRunning()
  const arrangement = await arrangeInstance(parts, order, {
    folder,
    prepare: Promise.resolve(record),
    groups: Promise.resolve(record.groups),
  })
  // The compile cache may be missing there, and is not needed.
  const { compiled: _, ...confinement } = arrangement.confinement
  return { ...arrangement, confinement: { ...confinement, mountedBy: launcher.pid } }
}

/** Arguments of `session.pl`. */
function wordsOf({ command, terminal }: SessionRequest): string[] {
  const what =
    command === undefined
      ? ['shell']
      : typeof command === 'string'
        ? ['line', command]
        : ['program', ...command]
  return [...(terminal ? ['--terminal', sizeText(terminal)] : []), ...what]
}

function sizeText(size: TerminalSize): string {
  const { columns, rows } = cleanSize(size)
  return `${columns}x${rows}`
}

/** Waits until the command runs. What is printed instead is about the launch, and stays on this machine. */
async function begin({ started, stderr }: SessionProcess): Promise<void> {
  if (await started) return
  const said = await readText(stderr, maxLaunchErrors)
  if (isOutOfProcesses(said)) {
    throw new Refusal(
      'conflict',
      'The instance has all the processes and threads that it may have, so that no shell can begin in it',
      { hint: 'Restart it, or choose a larger flavor.' },
    )
  }
  throw new Error(`a session could not be started: ${said}`)
}
