import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  endOf,
  type Program,
  ProgramFailedError,
  type ProgramOptions,
  spawnProgram,
} from './run-program.ts'

/** A client of a database server that reads statements from its standard input and ends at the first that fails. */
export interface Client {
  command: readonly [string, ...string[]]
  options: ProgramOptions
  /** A statement that prints a word on a line of its own, at once. */
  print(word: string): string
  /** Statements that undo what earlier ones have set for the session. */
  reset: string
}

/** The session had ended before the first of the statements was run: they can be run in another one. */
export class StaleSessionError extends ProgramFailedError {}

const maxPrinted = 1024 * 1024

/** A client that runs statements, and then the next ones; one task at a time. */
export class ClientSession {
  readonly #name: string
  readonly #client: Client
  readonly #child: Program
  readonly #end: Promise<string>
  #printed = ''
  #complaints = ''
  #isUsed = false
  #onPrinted: (() => void) | undefined

  static async open(client: Client): Promise<ClientSession> {
    return new ClientSession(client, await spawnProgram(client.command, client.options))
  }

  private constructor(client: Client, child: Program) {
    this.#client = client
    this.#name = client.command[0]
    this.#child = child
    child.stdin?.on('error', () => {})
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#printed += text
      if (this.#printed.length > maxPrinted) this.kill()
      else this.#onPrinted?.()
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#complaints.length < maxPrinted) this.#complaints += text
    })
    this.#end = endOf(child).catch((error: Error) => error.message)
  }

  /** What the statements print, once the last of them has ended; killed if that takes longer than the timeout. */
  async run(statements: string, timeout: number): Promise<string> {
    const { print, reset } = this.#client
    const [begin, end] = [newWord(), newWord()]
    this.#printed = ''
    this.#complaints = ''
    const parts = [...(this.#isUsed ? [reset] : []), print(begin), statements, print(end), '']
    this.#isUsed = true
    const done = new Promise<string>((resolve) => {
      this.#onPrinted = () => {
        if (!this.#printed.endsWith(`${end}\n`)) return
        const from = this.#printed.indexOf(`${begin}\n`) + begin.length + 1
        resolve(this.#printed.slice(from, -end.length - 1))
      }
    })
    this.#child.stdin?.write(parts.join('\n'))
    const timer = setTimeout(() => this.kill(), timeout)
    try {
      return await Promise.race([done, this.#end.then((how) => this.#fail(begin, how))])
    } finally {
      clearTimeout(timer)
    }
  }

  #fail(begin: string, how: string): never {
    const reason = `${this.#name} ended with ${how}: ${this.#complaints.trim()}`
    const hasBegun = this.#printed.includes(`${begin}\n`)
    throw hasBegun ? new ProgramFailedError(reason) : new StaleSessionError(reason)
  }

  /** Whether statements have been run in it. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether our process has to live on for it. */
  keepAlive(isBusy: boolean): void {
    for (const handle of [this.#child, ...this.#child.stdio] as (Socket | Program)[]) {
      if (isBusy) handle.ref()
      else handle.unref()
    }
  }

  /** Settles once it has ended. */
  get end(): Promise<unknown> {
    return this.#end
  }

  /** Has it end by itself. */
  close(): void {
    this.#child.stdin?.end()
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** Nobody can know it before, so that nothing a customer has named looks like it. */
const newWord = () => randomBytes(16).toString('hex')
