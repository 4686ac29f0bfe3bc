import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { request } from '#kit/net/http.ts'
import {
  type Answer,
  controlSocket,
  type RouterCommand,
  type RouterGreeting,
} from './router-commands.ts'

/** Path limit of a Unix socket: the system allows at most 107 bytes. */
const maxPathLength = 100
/** Longer than a router that works takes; one that hangs is replaced. */
const greetingTimeout = 3000

/** A control connection to a running router. */
export interface Hold {
  greeting: RouterGreeting
  /** Resolves when the router process has exited. */
  lost: Promise<void>
  release(): void
}

/** Client of the control socket in a router's folder. */
export class ControlClient {
  readonly #path: string
  #folder: number | undefined

  constructor(folder: string) {
    const path = join(folder, controlSocket)
    const isLong = Buffer.byteLength(path) > maxPathLength
    this.#folder = isLong ? openSync(folder, 'r') : undefined
    this.#path = isLong ? `/proc/self/fd/${this.#folder}/${controlSocket}` : path
  }

  /** Connects to a running router; throws when there is none, or it does not greet in time. */
  async hold(timeout = greetingTimeout): Promise<Hold> {
    const call = request({ socketPath: this.#path, agent: false }).end()
    const greeted = async () => {
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      response.setEncoding('utf8')
      let line = ''
      while (!line.endsWith('\n')) line += (await once(response, 'data'))[0]
      return { response, greeting: JSON.parse(line) as RouterGreeting }
    }
    try {
      const { response, greeting } = await withTimeout(greeted(), timeout, 'the router')
      call.on('error', () => {})
      response.on('error', () => {}).resume()
      const lost = new Promise<void>((resolve) => response.on('close', resolve))
      return { greeting, lost, release: () => call.destroy() }
    } catch (error) {
      call.on('error', () => {}).destroy()
      throw error
    }
  }

  /** Sends a command; an error with a `code` means that the router is not reachable. */
  async ask(order: RouterCommand, timeout: number): Promise<Answer> {
    const call = request({ socketPath: this.#path, agent: false, method: 'POST' })
    call.end(JSON.stringify(order))
    const answered = async () => {
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      return JSON.parse(await text(response)) as Answer
    }
    try {
      const answer = await withTimeout(answered(), timeout, `the router's "${order.kind}"`)
      if (answer.problem !== undefined) throw problemOf(order, answer)
      return answer
    } finally {
      call.on('error', () => {}).destroy()
    }
  }

  close() {
    if (this.#folder !== undefined) closeSync(this.#folder)
    this.#folder = undefined
  }
}

/** The code of the router's error is that of its cause: of its own, it would mean that the router is not reachable. */
function problemOf({ kind }: RouterCommand, { problem, code }: Answer): Error {
  const cause = Object.assign(new Error(problem), { code })
  return new Error(`the router could not ${kind}: ${problem}`, { cause })
}
