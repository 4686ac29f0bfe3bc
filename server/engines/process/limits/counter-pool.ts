import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import type { HeldFiles, HeldFilesQuestion } from './held-files.ts'

const program = join(import.meta.dirname, 'held-files-counter.ts')
/** Several, so that a process that blocks one counter does not delay the measurement of others. */
const maxCounters = 4
const startTimeout = 20_000
const answerTimeout = 2000
const idleTimeout = 30_000

const pass = limitConcurrency({ maxConcurrent: maxCounters })
const idle: { counter: ChildProcess; expiry: NodeJS.Timeout }[] = []

/**
 * Asks a counter process for the files that processes hold; `undefined` on timeout. Listing a process's mappings waits
 * for a kernel lock, and a process that is starved of CPU while it holds the lock would block the server for minutes.
 */
export const askCounter = (question: HeldFilesQuestion): Promise<HeldFiles | undefined> =>
  question.pids.length === 0
    ? Promise.resolve({ bytes: 0, inodes: 0, isComplete: true, inFlight: 0, inKernel: [] })
    : pass(async () => {
        const counter = takeIdle() ?? (await startCounter())
        return counter && ask(counter, question)
      })

function ask(counter: ChildProcess, question: HeldFilesQuestion): Promise<HeldFiles | undefined> {
  return new Promise((resolve) => {
    const settle = (answer?: HeldFiles) => {
      clearTimeout(timer)
      counter.removeAllListeners()
      // Errors of a process that is being killed are ignored.
      counter.on('error', () => {})
      if (answer) keepIdle(counter)
      else counter.kill('SIGKILL')
      resolve(answer)
    }
    const timer = setTimeout(settle, answerTimeout)
    counter.once('message', (answer) => settle(answer as HeldFiles))
    counter.once('error', () => settle())
    counter.once('exit', () => settle())
    counter.send(question)
  })
}

function takeIdle(): ChildProcess | undefined {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    clearTimeout(kept.expiry)
    if (kept.counter.connected) return kept.counter
  }
  return undefined
}

/** Start time is not part of the answer timeout: on a busy machine it takes longer. */
function startCounter(): Promise<ChildProcess | undefined> {
  const env = { ...plainEnvironment(), NODE_COMPILE_CACHE: ownCompileCache() }
  const counter = fork(program, { env, execArgv: [], stdio: 'ignore' })
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => {
      clearTimeout(timer)
      counter.removeAllListeners()
      counter.on('error', () => {})
      if (!isReady) counter.kill('SIGKILL')
      resolve(isReady ? counter : undefined)
    }
    const timer = setTimeout(() => settle(false), startTimeout)
    counter.once('message', () => settle(true))
    counter.once('error', () => settle(false))
    counter.once('exit', () => settle(false))
  })
}

/** Keeps an idle counter for the next question; it does not keep this process alive, and exits with it. */
function keepIdle(counter: ChildProcess): void {
  counter.unref()
  counter.channel?.unref()
  const expire = () => {
    idle.splice(
      idle.findIndex((kept) => kept.counter === counter),
      1,
    )
    counter.kill('SIGKILL')
  }
  idle.push({ counter, expiry: setTimeout(expire, idleTimeout).unref() })
}
