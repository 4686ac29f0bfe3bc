import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { TimeoutError } from '#kit/concurrency/timeout.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'

/** A small program that is kept running and answers requests, so that not each of them pays for a start. */
export interface Coprocess {
  /**
   * Sends a line of words and resolves with those of the answer. A program that does not answer in time is killed, and a
   * request after that starts another.
   */
  request(words: readonly string[], timeout: number): Promise<string[]>
}

interface Pending {
  resolve(words: string[]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** A running program; its standard streams are sockets. */
type Running = ChildProcessByStdio<Socket, Socket, null> & {
  readonly pending: Map<string, Pending>
}

/** How long an unused program is kept: it has 5 MB. */
const idleTimeout = 60_000

/**
 * Starts the program at the first request and ends it after a minute without one, or with this process. It reads `ID WORD…`
 * and writes `ID ok WORD…` or `ID error MESSAGE`, in any order; words are in hexadecimal digits behind a colon. While no request is
 * pending, it does not keep this process from exiting.
 */
export function openCoprocess(command: readonly [string, ...string[]]): Coprocess {
  const what = command.map((word) => basename(word)).join(' ')
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let requests = 0

  const end = (program: Running, error: Error) => {
    if (running === program) running = undefined
    for (const { reject, timer } of program.pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    program.pending.clear()
    program.kill('SIGKILL')
  }

  const settle = (program: Running, line: string) => {
    const [id = '', state, ...words] = line.split(' ')
    const request = program.pending.get(id)
    if (!request) return
    program.pending.delete(id)
    clearTimeout(request.timer)
    const answer = words.map(decodeWord)
    if (state === 'ok') request.resolve(answer)
    else request.reject(new Error(answer.join(' ')))
    if (program.pending.size > 0) return
    holdProcess(program, false)
    idle = setTimeout(() => program.stdin.end(), idleTimeout).unref()
  }

  const start = (): Running => {
    const [name, ...args] = command
    const child = spawn(name, args, {
      env: plainEnvironment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const program = Object.assign(child, { pending: new Map() }) as unknown as Running
    let rest = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) settle(program, line)
    })
    program.stdin.on('error', () => {})
    program.on('error', (error) => end(program, error))
    program.on('close', () => end(program, new Error(`${what} ended without an answer`)))
    return program
  }

  return {
    request: (words, timeout) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        if (!running?.stdin.writable) running = start()
        const program = running
        const id = String(++requests)
        const late = () => end(program, new TimeoutError(`an answer of ${what}`, timeout))
        program.pending.set(id, { resolve, reject, timer: setTimeout(late, timeout) })
        holdProcess(program, true)
        program.stdin.write(`${[id, ...words.map(encodeWord)].join(' ')}\n`)
      }),
  }
}

/** Whether this process stays alive for the program. */
function holdProcess(program: Running, isHeld: boolean): void {
  for (const each of [program, program.stdin, program.stdout]) {
    if (isHeld) each.ref()
    else each.unref()
  }
}

/** The colon makes an empty word a visible one. */
const encodeWord = (word: string) => `:${Buffer.from(word).toString('hex')}`
const decodeWord = (word: string) => Buffer.from(word.slice(1), 'hex').toString()
