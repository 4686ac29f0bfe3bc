import { spawn } from 'node:child_process'
import { splitLines } from '#kit/text/lines.ts'

export interface SubprocessOptions {
  cwd?: string
  /** The whole environment of the program; nothing else is inherited. */
  env?: Readonly<Record<string, string | undefined>>
  /** Written to its standard input, which is then closed. */
  input?: string | Buffer
  signal?: AbortSignal
  /** Killed after this many milliseconds. */
  timeout?: number
  /** Signal on timeout or abort; SIGKILL by default. */
  killSignal?: NodeJS.Signals
  /** Called with each line of output, of either stream. */
  onLine?: (line: string) => void
  /** Called with chunks of standard error. */
  onError?: (text: string) => void
}

export interface ProcessResult {
  /** The exit code; 128 + n after signal n, as in shells. */
  code: number
  stdout: string
  stderr: string
}

const outputLimit = 8 * 1024 * 1024
const signalNumbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Non-secret variables that system programs need. */
export const plainEnvironment = (): Record<string, string> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
})

/** Runs a program to its end. Arguments are an array and never pass through a shell. */
export function run(
  [program, ...args]: [string, ...string[]],
  options: SubprocessOptions = {},
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? plainEnvironment(),
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      killSignal: options.killSignal ?? 'SIGKILL',
      ...(options.signal && { signal: options.signal }),
    })
    // Not spawn's own timeout, whose timer goes on after a program that could not be started.
    const timer =
      options.timeout &&
      setTimeout(() => child.kill(options.killSignal ?? 'SIGKILL'), options.timeout)
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8')
      const feed = options.onLine && splitLines(options.onLine)
      child[stream]?.on('data', (text: string) => {
        if (output[stream].length < outputLimit) output[stream] += text
        feed?.push(text)
        if (stream === 'stderr') options.onError?.(text)
      })
      child[stream]?.on('end', () => feed?.end())
    }
    child.stdin?.on('error', () => {})
    child.stdin?.end(options.input)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('exit', () => clearTimeout(timer))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 128 + (signalNumbers[signal ?? ''] ?? 0), ...output }),
    )
  })
}

/** Like `run`, but throws an error with the program's output for an exit code other than 0. */
export async function runOrThrow(
  command: [string, ...string[]],
  options: SubprocessOptions = {},
): Promise<string> {
  const result = await run(command, options)
  if (result.code === 0) return result.stdout
  throw failureOf(command, result)
}

/** Error of a program that exited with another code than 0, with its output. */
export function failureOf(
  command: readonly string[],
  { code, stdout, stderr }: ProcessResult,
): Error {
  const said = (stderr || stdout).trim()
  const error = new Error(`${command.join(' ')} exited with ${code}: ${said}`)
  // The only failure that callers distinguish.
  return said.includes('No space left on device') ? Object.assign(error, { code: 'ENOSPC' }) : error
}
