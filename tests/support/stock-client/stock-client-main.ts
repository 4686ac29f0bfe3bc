import { pathToFileURL } from 'node:url'
import type { StockOutput } from './stock-client.ts'

/**
 * Runs commands of the stock public client one after the other, with its 900 modules loaded once: its main module is
 * evaluated anew for each command, which ends when nothing is left to wait for, or at `process.exit`.
 */
const [, , client = ''] = process.argv
const { channel } = process
let count = 0
let isRunning = false

const exit = process.exit.bind(process)
const tell = (message: StockOutput) => void process.send?.(message)

function end(code: number, isLast: boolean): void {
  if (!isRunning) return
  isRunning = false
  channel?.ref()
  tell({ code, isLast })
}

const exitCode = () => Number(process.exitCode ?? 0)

for (const stream of ['stdout', 'stderr'] as const) {
  process[stream].setMaxListeners(0)
  const write = (text: string | Uint8Array, ...more: unknown[]) => {
    tell({ stream, text: typeof text === 'string' ? text : Buffer.from(text).toString() })
    const done = more.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  process[stream].write = write as typeof process.stdout.write
}

/** What a command has left behind when it exits early would disturb the next one, so it is the last one. */
process.exit = (code?: number | string | null) => {
  end(Number(code ?? exitCode()), true)
  throw new Error('the command has exited')
}
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    if (!isRunning) return
    tell({ stream: 'stderr', text: `${(error as Error)?.stack ?? error}\n` })
    end(1, true)
  })
}
process.on('beforeExit', () => end(exitCode(), false))

process.on('message', (words: string[]) => {
  isRunning = true
  process.exitCode = undefined
  process.argv = [process.execPath, client, ...words]
  // Nothing but the command itself keeps the loop going.
  channel?.unref()
  void import(`${pathToFileURL(client).href}?command=${++count}`)
})
process.on('disconnect', () => exit(0))
