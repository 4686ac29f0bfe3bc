import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sleep } from '#kit/concurrency/timeout.ts'
import { createServer } from '#kit/net/http.ts'

/** Commit and variables that a memory instance answers with, and its misbehaviours. */
export interface MemoryApplication {
  commit: string
  environment: Readonly<Record<string, string>>
  misbehaviours: Set<string>
  /** Opens no port and exits by itself. */
  isTask: boolean
}

export interface MemoryInstanceEvents {
  onLine(line: string): void
  onExit(code: number): void
}

const crashDelay = 300
const taskDuration = 5

/**
 * A tiny application inside the server's own process. It answers every request with its commit and variables;
 * `/say/<text>` makes it write a line, `/exit/<code>` makes it exit, after `/hang/` it does not answer any more, and the
 * answer to `/hold/` ends when `/release/` is asked for.
 */
export class MemoryInstance {
  readonly port: number
  readonly #server: Server
  readonly #application: MemoryApplication
  readonly #events: MemoryInstanceEvents
  #timer: NodeJS.Timeout | undefined
  #isRunning = true
  #requests = 0
  readonly #held: ServerResponse[] = []
  #isHung = false
  #exitCode: number | undefined
  readonly #ended = Promise.withResolvers<void>()

  private constructor(
    server: Server,
    port: number,
    application: MemoryApplication,
    events: MemoryInstanceEvents,
  ) {
    this.#server = server
    this.port = port
    this.#application = application
    this.#events = events
  }

  /** On the given port, or on any free one when it is 0. */
  static async start(
    application: MemoryApplication,
    port: number,
    events: MemoryInstanceEvents,
  ): Promise<MemoryInstance> {
    const server = createServer().listen(port, '127.0.0.1').unref()
    await once(server, 'listening')
    const own = (server.address() as AddressInfo).port
    const instance = new MemoryInstance(server, own, application, events)
    instance.#begin()
    return instance
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Exit code, when it exited by itself. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }

  /** Resolves once it does not run any more. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  get isListening(): boolean {
    return this.#isRunning && this.#server.listening
  }

  /** Drains requests for up to `grace`, then ends without reporting an exit. */
  async stop(grace: number): Promise<void> {
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#ended.resolve()
    clearTimeout(this.#timer)
    if (this.#application.misbehaviours.has('hang-on-stop')) await sleep(grace)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeIdleConnections()
    const end = new AbortController()
    await Promise.race([closed, sleep(grace, end.signal).catch(() => {})])
    end.abort()
    this.#server.closeAllConnections()
  }

  /** Ends at once and reports the exit. */
  terminate(): void {
    this.#exit(143)
  }

  #begin() {
    const { misbehaviours, environment, isTask } = this.#application
    if (misbehaviours.has('never-listen') || isTask) this.#server.close()
    else this.#events.onLine(`listening on ${environment.PORT ?? this.port}`)
    this.#server.on('request', this.#answer)
    if (isTask && !misbehaviours.has('never-end')) {
      this.#timer = setTimeout(() => this.#exit(0), taskDuration).unref()
    }
    if (misbehaviours.has('exit')) this.#timer = setTimeout(() => this.#exit(3), 0)
    if (misbehaviours.has('crash-later')) {
      this.#timer = setTimeout(() => this.#exit(1), crashDelay).unref()
    }
  }

  readonly #answer: RequestListener = (request, response) => {
    const { commit, environment, misbehaviours } = this.#application
    // On a busy machine a health check can come before the timer of the exit.
    if (misbehaviours.has('exit')) return void response.destroy()
    const [, verb, word = ''] =
      /^\/(say|exit|hang|hold|release)\/(.*)$/.exec(request.url ?? '') ?? []
    if (verb === 'say') this.#events.onLine(decodeURIComponent(word))
    if (verb === 'exit') response.on('finish', () => this.#exit(Number(word)))
    if (this.#isHung) return
    if (verb === 'hang') this.#isHung = true
    const isLater = this.#requests++ > 0
    if (isLater && misbehaviours.has('hang-later')) return
    const isError = isLater && misbehaviours.has('error-later')
    response.writeHead(isError || misbehaviours.has('answer-500') ? 500 : 200, {
      'content-type': 'application/json',
    })
    const body = JSON.stringify({ commit, environment })
    if (verb === 'release') for (const held of this.#held.splice(0)) held.end(body)
    if (verb !== 'hold') return void response.end(body)
    response.flushHeaders()
    this.#held.push(response)
  }

  #exit(code: number) {
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#ended.resolve()
    this.#exitCode = code
    clearTimeout(this.#timer)
    this.#server.close()
    this.#server.closeAllConnections()
    this.#events.onExit(code)
  }
}
