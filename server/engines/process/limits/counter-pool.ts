import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import type { HeldFiles, HeldFilesQuestion } from './held-files.ts'

const program = fileURLToPath(import.meta.resolve('./held-files-counter.ts'))
/** Several, so that whoever keeps one waiting does not hold up the look at others. */
const maxCounters = 4
const startTimeout = 20_000
const answerTimeout = 2000
const idleTimeout = 30_000

const pass = limitConcurrency({
  atOnce: maxCounters,
  waiting: Number.POSITIVE_INFINITY,
  full: () => new Error('too many looks at once'),
})
const idle: { counter: ChildProcess; expiry: NodeJS.Timeout }[] = []

/**
 * What a counter process says, or `undefined` when it says nothing in time: to list what a process has mapped the kernel waits for
 * a lock, and a process that gets hardly any processor time while it has the lock would stop the server for minutes.
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
      // An error of one that is being killed concerns nobody.
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

/** Its start is not counted as time for an answer: on a busy machine it takes longer than that. */
function startCounter(): Promise<ChildProcess | undefined> {
  const counter = fork(program, { env: plainEnvironment(), execArgv: [], stdio: 'ignore' })
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

/** Kept for the next look, and no reason for this process to go on; it ends with this process. */
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
