import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { backoff } from '#kit/concurrency/backoff.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'

export interface ProviderProgram {
  id: string
  /** The Node executable. */
  node: string
  main: string
  /** Its data folder. */
  folder: string
  environment: Record<string, string>
  /** Called before each start; the result is passed as JSON in the first line of standard input. */
  prepare: () => Promise<object>
  log: (line: string) => void
}

const readyTimeout = 120_000
const endTimeout = 60_000
/** After this uptime the restart backoff is reset. */
const steadyAfter = 60_000

/**
 * A built-in provider in a child process. It is started on demand, restarted after a crash, and exits with the server;
 * its add-on servers keep running.
 */
export class ProviderProcess {
  readonly #program: ProviderProgram
  #child: ChildProcess | undefined
  #starting: Promise<void> | undefined
  #isClosed = false
  #deaths = 0
  #readyAt = 0
  #revival: NodeJS.Timeout | undefined

  constructor(program: ProviderProgram) {
    this.#program = program
  }

  /** PID of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Returns once it answers. */
  async wake(): Promise<void> {
    if (this.#isClosed) throw new Error(`${this.#program.id} is being closed`)
    clearTimeout(this.#revival)
    if (this.#child && !this.#starting) return
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    await this.#starting
  }

  /** `SIGTERM` stops the provider only, `SIGINT` its add-on servers as well. */
  async close(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#revival)
    await this.#starting?.catch(() => {})
    const child = this.#child
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await withTimeout(gone, endTimeout, `the end of ${this.#program.id}`).catch(() =>
      child.kill('SIGKILL'),
    )
  }

  async #start(): Promise<void> {
    const { node, main, folder, environment, id, log } = this.#program
    const handover = await this.#program.prepare()
    const child = spawn(node, [main, folder], {
      env: { ...plainEnvironment(), ...environment },
      // It exits when its standard input closes, so that it cannot outlive a killed server.
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    child.stdin.on('error', () => {}).write(`${JSON.stringify(handover)}\n`)
    const ready = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line === 'ready') ready.resolve()
        else log(`${id}: ${line}`)
      })
    }
    child.on('error', (error) => {
      ready.reject(error)
      // A failed spawn emits no exit.
      if (child.pid === undefined) this.#child = undefined
    })
    child.on('exit', (code, signal) => {
      ready.reject(new Error(`${id} ended with ${signal ?? code}`))
      if (this.#child === child) this.#mourn(code ?? signal ?? '')
    })
    this.#child = child
    try {
      await withTimeout(ready.promise, readyTimeout, `the start of ${id}`)
      this.#readyAt = performance.now()
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  #mourn(how: number | string): void {
    this.#child = undefined
    if (this.#isClosed) return
    if (performance.now() - this.#readyAt > steadyAfter) this.#deaths = 0
    const wait = backoff(this.#deaths++)
    this.#program.log(`${this.#program.id} ended with ${how}; it is started again.`)
    this.#revival = setTimeout(() => this.wake().catch(() => {}), wait).unref()
  }
}
