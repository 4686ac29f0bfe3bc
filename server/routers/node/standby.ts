import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Server, Socket } from 'node:net'
import { backoff } from '#kit/concurrency/backoff.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { removePreparedSockets } from '#routers/control/control-server.ts'
import { noteProcess } from '#routers/control/end-router.ts'
import type { Launch, Ports } from '#routers/control/router-commands.ts'

/** File descriptors of the listening sockets in a standby; 3 is the pipe to the router that started it. */
export const inheritedSockets: Ports = { http: 4, https: 5 }

const endTimeout = 2000
/** Visitors who wait come first. */
const soon = 10
/** A standby that has lived for longer was fine; one that ends sooner is started again after growing pauses. */
const shortLife = 10_000

/** A listening socket that can be sent to another process. */
export interface TcpSocket {
  readonly fd: number
  close(): void
}

/** Listening sockets of TCP redirections, by port. */
export type TcpSockets = Map<number, TcpSocket>

/** Message to a standby: a port that was opened, with its socket, or was closed. */
type PortMessage = { opened: number } | { closed: number }

export interface Standby {
  /** Gives the standby the socket of a port that was opened, or lets it close that of a port without one. */
  changePort(port: number, socket?: TcpSocket): void
  /** Ends the standby, so that it does not take over. */
  end(): Promise<void>
}

/**
 * Keeps a second router process that has loaded its program and has the same listening sockets, but accepts nothing.
 * When this process dies, the other takes over: visitors' connections wait in the sockets meanwhile, and no start of a
 * process is waited for.
 */
export function keepStandby(
  launch: Launch,
  sockets: Ports,
  tcpSockets: () => TcpSockets,
): Standby | undefined {
  const { standbyDelay } = launch.settings
  if (standbyDelay === null) return undefined
  let child: ChildProcess | undefined
  let isOver = false
  let failures = 0
  const start = () => {
    if (isOver) return
    const started = performance.now()
    removePreparedSockets()
    child = spawnStandby(launch, sockets)
    for (const [port, socket] of tcpSockets()) sendPort(child, port, socket)
    const gone = () => {
      if (!child) return
      child = undefined
      failures = performance.now() - started < shortLife ? failures + 1 : 0
      setTimeout(start, backoff(failures, { first: 500, max: 60_000 })).unref()
    }
    child.on('error', gone).on('exit', gone)
  }
  // One that has taken over starts the next soon, because its own end may be near too.
  setTimeout(start, launch.isStandby ? soon : standbyDelay).unref()
  return {
    changePort(port, socket) {
      if (child) sendPort(child, port, socket)
    },
    async end() {
      isOver = true
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await withTimeout(ended, endTimeout, 'the end of the standby').catch(() => {})
    },
  }
}

function spawnStandby(launch: Launch, { http, https }: Ports): ChildProcess {
  const { settings, version } = launch
  const next: Launch = { settings, version, isStandby: true }
  const [, program = ''] = process.argv
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [...process.execArgv, program, JSON.stringify(next)], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', http, https, 'ipc'],
    })
  child.unref()
  child.channel?.unref()
  const pipe = child.stdio[inheritedSockets.http - 1] as Socket | undefined
  pipe?.on('error', () => {}).unref()
  if (child.pid !== undefined) noteProcess(child.pid, 'standby')
  return child
}

/** A standby that cannot take it, because it is ending, opens its ports itself. */
function sendPort(child: ChildProcess, port: number, socket?: TcpSocket) {
  const message: PortMessage = socket ? { opened: port } : { closed: port }
  try {
    child.send(message, socket as unknown as Server, {}, () => {})
  } catch {}
}

let isSurvivor = false

/** Whether this process was a standby, whose pipe to its parent is closed. */
export const hasOutlived = () => isSurvivor

/**
 * Resolves when the router that started this standby has died, which closes the pipe between them. Returns the
 * listening sockets of its TCP redirections.
 */
export async function outlive(pipe: number): Promise<TcpSockets> {
  process.title = 'berth-router-standby'
  // Visitors over TLS should not wait for these modules after a take-over.
  process.getBuiltinModule('node:tls')
  const router = new Socket({ fd: pipe })
  router.on('error', () => {}).resume()
  const sockets: TcpSockets = new Map()
  const disconnected = process.connected ? once(process, 'disconnect') : undefined
  process.on('message', (message: PortMessage, socket) => {
    const port = 'opened' in message ? message.opened : message.closed
    sockets.get(port)?.close()
    if (socket) sockets.set(port, socket as unknown as TcpSocket)
    else sockets.delete(port)
  })
  // All messages have arrived then: a socket that came later would listen without anybody who accepts.
  await Promise.all([once(router, 'close'), disconnected])
  isSurvivor = true
  process.title = 'berth-router'
  return sockets
}
