import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { failureOf, type ProcessResult } from '#kit/process/subprocess.ts'
import { openCoprocess } from './coprocess.ts'

export interface SmallRunOptions {
  /** Written to its standard input, which is then closed. */
  input?: string
  signal?: AbortSignal
  /** Killed after this many milliseconds. */
  timeout: number
}

/** Time for a killed program to end. */
const killTimeout = 10_000

const server = openCoprocess(['perl', join(import.meta.dirname, 'fork-server.pl')])

/**
 * Like `run`, for programs of the machine with little input and output, without a fork of this process: that one copies
 * the page tables of all its memory and holds the event loop meanwhile. A program that cannot be started has exit code 127.
 */
export async function runSmall(
  command: readonly [string, ...string[]],
  { input = '', signal, timeout }: SmallRunOptions,
): Promise<ProcessResult> {
  signal?.throwIfAborted()
  const key = randomUUID()
  const kill = () => void server.request(['kill', key], killTimeout).catch(() => {})
  const timer = setTimeout(kill, timeout)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const words = ['run', key, input, ...command]
    const [code, stdout = '', stderr = ''] = await server.request(words, timeout + killTimeout)
    signal?.throwIfAborted()
    return { code: Number(code), stdout, stderr }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
  }
}

/** Like `runSmall`, but throws an error with the program's output for an exit code other than 0. */
export async function runSmallOrThrow(
  command: readonly [string, ...string[]],
  options: SmallRunOptions,
): Promise<string> {
  const result = await runSmall(command, options)
  if (result.code === 0) return result.stdout
  throw failureOf(command, result)
}
