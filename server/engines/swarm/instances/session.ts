import { randomUUID } from 'node:crypto'
import { type Duplex, PassThrough } from 'node:stream'
import type Docker from 'dockerode'
import { isMissing } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import {
  cleanSize,
  type InstanceSession,
  type SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type InstanceHandle, serviceName } from './instance-spec.ts'
import { listTasks } from './tasks.ts'

/** Marks the processes of a session, by which they are found again: Docker's exec cannot be sent a signal. */
const markVariable = 'BERTH_SESSION'
const hangupGrace = 5000

/**
 * Starts a command in the container of an instance. A manager reaches only containers of its own node, therefore an
 * instance on another one is refused.
 */
export async function openSession(
  parts: SwarmParts,
  { order }: InstanceHandle,
  request: SessionRequest,
): Promise<InstanceSession> {
  const { signal, terminal, environment = {} } = request
  signal.throwIfAborted()
  const container = await localContainer(parts, order.instanceId)
  const mark = randomUUID()
  const variables = { ...environment, [markVariable]: mark }
  const exec = await container.exec({
    Cmd: commandOf(request),
    Env: Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: terminal !== undefined,
  })
  const stream: Duplex = await exec.start({
    hijack: true,
    stdin: true,
    Tty: terminal !== undefined,
  })
  const report = (error: unknown) => parts.log(`Sessions: ${(error as Error).message}`)
  const resize: InstanceSession['resize'] = (size) => {
    const { columns, rows } = cleanSize(size)
    if (terminal) exec.resize({ h: rows, w: columns }).catch(report)
  }
  if (terminal) resize(terminal)
  const { stdout, stderr } = outputsOf(container, stream, terminal !== undefined)
  const send = (name: string) => signalMarked(container, mark, name).catch(report)
  const ended = endOf(exec, stream)
  const onAbort = async () => {
    await send('HUP')
    setTimeout(() => void send('KILL').then(() => stream.destroy()), hangupGrace).unref()
  }
  const abort = () => void onAbort()
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  void ended.then(() => {
    signal.removeEventListener('abort', abort)
    // What the command has left behind ends with it.
    void send('KILL')
  })
  return { stdin: stream, stdout, stderr, ended, resize, sendSignal: (name) => void send(name) }
}

async function localContainer(parts: SwarmParts, instanceId: string): Promise<Docker.Container> {
  const tasks = await listTasks(parts, serviceName(parts.platform, instanceId))
  const task = tasks.find(({ state }) => state === 'running')
  if (!task?.containerId) throw new Refusal('conflict', 'The instance is not running')
  if (task.nodeId !== parts.nodeId) {
    throw new Refusal(
      'unavailable',
      'The instance runs on another machine of the swarm, whose containers this server cannot enter',
    )
  }
  return parts.docker.getContainer(task.containerId)
}

const shell = 'if [ -x /bin/bash ]; then SHELL=/bin/bash; else SHELL=/bin/sh; fi; export SHELL; '

function commandOf({ command }: SessionRequest): string[] {
  if (command === undefined) return ['/bin/sh', '-c', `${shell}exec "$SHELL" -l`]
  if (typeof command !== 'string') return [...command]
  return ['/bin/sh', '-c', `${shell}exec "$SHELL" -c "$1"`, 'sh', command]
}

function outputsOf(container: Docker.Container, stream: Duplex, isTerminal: boolean) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  // The library reads the frames without regard to how fast they are read here.
  const pauseWhenFull = () => {
    const full = [stdout, stderr].filter((output) => output.writableNeedDrain)
    if (full.length === 0) return
    stream.pause()
    for (const output of full) output.once('drain', () => stream.resume())
  }
  if (isTerminal) stream.pipe(stdout)
  else {
    container.modem.demuxStream(stream, stdout, stderr)
    stream.on('data', pauseWhenFull)
  }
  const end = () => {
    stdout.end()
    stderr.end()
  }
  stream.on('end', end).on('close', end).on('error', end)
  return { stdout, stderr }
}

async function endOf(exec: Docker.Exec, stream: Duplex): Promise<number> {
  await new Promise((resolve) => stream.on('close', resolve).on('end', resolve))
  const { ExitCode } = await exec.inspect().catch(() => ({ ExitCode: null }))
  return ExitCode ?? 137
}

const killScript = `for folder in /proc/[0-9]*; do
  if tr '\\0' '\\n' < "$folder/environ" | grep -qx "$1"; then kill -s "$2" "\${folder#/proc/}"; fi
done 2> /dev/null`

/** Sends a signal to all processes of a session that a shell in the container can find. */
async function signalMarked(container: Docker.Container, mark: string, name: string) {
  const exec = await container
    .exec({ Cmd: ['/bin/sh', '-c', killScript, 'sh', `${markVariable}=${mark}`, name] })
    .catch((error) => {
      if (isMissing(error) || error.statusCode === 409) return undefined
      throw error
    })
  await exec?.start({ Detach: true })
}
