import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { until } from '#kit/concurrency/timeout.ts'
import { createServer } from '#kit/net/http.ts'
import {
  type Answer,
  controlSocket,
  type RouterCommand,
  type RouterGreeting,
} from './router-commands.ts'

const watchEvery = 2000

export interface ControlServer {
  /** Accepts no more commands; open control connections stay until the process exits. */
  close(): void
}

export interface ControlServerOptions {
  greeting: RouterGreeting
  /** Milliseconds for an earlier router to remove its socket, which would otherwise remove this one's. */
  patience: number
  runCommand(order: RouterCommand): Promise<Answer>
  /** Called when another router has replaced this one, or its folder is gone. */
  onDisplaced(): void
}

/** Accepts commands on a Unix socket in the current folder, which only this user can open. */
export async function openControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    if (request.method === 'GET')
      return void response.write(`${JSON.stringify(options.greeting)}\n`)
    const carriedOut = orderOf(request).then(options.runCommand).catch(problemOf)
    void carriedOut.then((answer) => response.end(JSON.stringify(answer)))
  })
  await until(() => !existsSync(controlSocket), {
    timeout: options.patience,
    every: 5,
    what: 'the leaving of the earlier router',
  }).catch(() => {})
  // The process that holds the ports is the router of this folder: a remaining socket belongs to a dead one.
  rmSync(controlSocket, { force: true })
  server.listen(controlSocket)
  await once(server, 'listening')

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
    },
  }
}

const orderOf = async (request: IncomingMessage): Promise<RouterCommand> =>
  JSON.parse(await text(request))

const problemOf = (error: unknown): Answer => {
  console.error(error)
  return { problem: error instanceof Error ? error.message : String(error) }
}
