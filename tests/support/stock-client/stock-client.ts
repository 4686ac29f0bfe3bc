import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type CommandResult, runCommand } from '#tests/support/platform/command.ts'

/** What the process of the client says: a piece of its output, or the end of a command. */
export type StockOutput =
  | { stream: 'stdout' | 'stderr'; text: string }
  | { code: number; isLast: boolean }

const program = fileURLToPath(new URL('./stock-client-main.ts', import.meta.url))
const client = fileURLToPath(
  new URL('../../../node_modules/clever-tools/bin/clever.js', import.meta.url),
)
/** Those that let another program write to the terminal. */
const withPrograms = ['curl', 'ssh']
const timeout = 120_000

/** How a command of the stock client is started in a process of its own. */
export const stockCommand = (...words: string[]): string[] => [process.execPath, client, ...words]

/** The stock public client of one user, kept between commands: to start it takes longer than most commands. */
export class StockClient implements AsyncDisposable {
  readonly #place: { cwd: string; env: NodeJS.ProcessEnv }
  #kept: { child: ChildProcess; env: string } | undefined
  #isBusy = false

  constructor(place: { cwd: string; env: NodeJS.ProcessEnv }) {
    this.#place = place
  }

  async run(words: string[]): Promise<CommandResult> {
    if (this.#isBusy || withPrograms.includes(words[0] ?? ''))
      return runCommand(stockCommand(...words), this.#place)
    this.#isBusy = true
    try {
      return await this.#ask(await this.#child(), words)
    } finally {
      this.#isBusy = false
    }
  }

  async #ask(child: ChildProcess, words: string[]): Promise<CommandResult> {
    const ran: CommandResult = { code: 0, stdout: '', stderr: '', output: '' }
    const ended = Promise.withResolvers<boolean>()
    const hear = (said: StockOutput) => {
      if ('stream' in said) {
        ran[said.stream] += said.text
        ran.output += said.text
      } else {
        ran.code = said.code
        ended.resolve(said.isLast)
      }
    }
    const vanish = () => ended.reject(new Error(`the client has vanished:\n${ran.output}`))
    child.on('message', hear).once('exit', vanish)
    child.ref()
    child.channel?.ref()
    child.send(words)
    let isLast = true
    try {
      isLast = await withTimeout(ended.promise, timeout, `clever ${words.join(' ')}`)
    } finally {
      child.off('message', hear).off('exit', vanish)
      // A client that nobody closes is no reason for the tests to go on.
      child.unref()
      child.channel?.unref()
      if (isLast) await this[Symbol.asyncDispose]()
    }
    return ran
  }

  /** The environment is read once, at the start: after a change of it another one is started. */
  async #child(): Promise<ChildProcess> {
    const { cwd, env } = this.#place
    const now = JSON.stringify(env)
    if (this.#kept?.env === now) return this.#kept.child
    await this[Symbol.asyncDispose]()
    const child = fork(program, [client], {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#kept = { child, env: now }
    return child
  }

  async [Symbol.asyncDispose]() {
    const { child } = this.#kept ?? {}
    this.#kept = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.ref()
    child.disconnect()
    await withTimeout(gone, 60_000, 'the end of the client').catch(() => child.kill('SIGKILL'))
  }
}
