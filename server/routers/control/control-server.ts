import { once } from 'node:events'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { createServer } from '#kit/net/http.ts'
import {
  type Answer,
  controlSocket,
  type RouterCommand,
  type RouterGreeting,
} from './router-commands.ts'

const watchEvery = 2000
const retryEvery = 200

export interface ControlServer {
  /** Accepts no more commands; open control connections stay until the process exits. */
  close(): void
}

export interface ControlServerOptions {
  greeting: RouterGreeting
  /** Milliseconds for an earlier router to remove its socket, which would otherwise remove this one's. */
  timeout: number
  /** Socket of a standby that takes over. */
  prepared?: PreparedSocket | undefined
  runCommand(order: RouterCommand): Promise<Answer>
  /** Called when another router has replaced this one, or its folder is gone. */
  onDisplaced(): void
}

/** Accepts commands on a Unix socket in the current folder, which only this user can open. */
export async function openControlServer(options: ControlServerOptions): Promise<ControlServer> {
  await until(() => !existsSync(controlSocket), {
    timeout: options.timeout,
    every: 5,
    what: 'the leaving of the earlier router',
  }).catch(() => {})
  // The process that holds the ports is the router of this folder: a remaining socket belongs to a dead one.
  const server = takePrepared(options.prepared) ?? (await listenWithRoom())
  server.on('request', (request, response) => {
    if (request.method === 'GET')
      return void response.write(`${JSON.stringify(options.greeting)}\n`)
    const carriedOut = orderOf(request).then(options.runCommand).catch(problemOf)
    void carriedOut.then((answer) => response.end(JSON.stringify(answer)))
  })

  const own = statSync(controlSocket).ino
  const watch = setInterval(() => {
    const found = stat(controlSocket).then(({ ino }) => ino === own)
    void found
      .catch(() => false)
      .then((isOwn) => isOwn || !server.listening || options.onDisplaced())
  }, watchEvery).unref()
  return {
    close() {
      clearInterval(watch)
      server.close()
      // Node removes a socket by the name that it was given first.
      if (statSync(controlSocket, { throwIfNoEntry: false })?.ino === own) rmSync(controlSocket)
    },
  }
}

/** A listening socket that becomes the control socket by its new name, which needs no room on the disk. */
export interface PreparedSocket {
  server: Server
  path: string
}

const preparedPattern = /^standby-\d+\.sock$/

/** Listens on a socket of a standby; `undefined` if the disk refuses it. */
export async function prepareControlSocket(): Promise<PreparedSocket | undefined> {
  const path = `standby-${process.pid}.sock`
  return listenOn(path).then(
    (server) => ({ server, path }),
    () => undefined,
  )
}

/** Removes the sockets of standbys that have ended. */
export function removePreparedSockets() {
  for (const name of readdirSync('.')) if (preparedPattern.test(name)) rmSync(name, { force: true })
}

function takePrepared(prepared: PreparedSocket | undefined): Server | undefined {
  try {
    if (prepared) renameSync(prepared.path, controlSocket)
    return prepared?.server
  } catch {
    return undefined
  }
}

/** On a disk without free inodes it waits for one: visitors are served meanwhile. */
async function listenWithRoom(): Promise<Server> {
  for (;;) {
    try {
      return await listenOn(controlSocket)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      await sleep(retryEvery)
    }
  }
}

async function listenOn(path: string): Promise<Server> {
  rmSync(path, { force: true })
  const server = createServer({ requestTimeout: 0 })
  server.listen(path)
  await once(server, 'listening')
  return server
}

const orderOf = async (request: IncomingMessage): Promise<RouterCommand> =>
  JSON.parse(await text(request))

const problemOf = (error: unknown): Answer => {
  const { message = String(error), code } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) console.error(message)
  else console.error(error)
  return { problem: message, ...(code && { code }) }
}
