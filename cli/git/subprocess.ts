import { Refusal } from '#cli/refusal.ts'
import { type ProcessResult, run } from '#kit/process/subprocess.ts'

export type { ProcessResult }

export interface SubprocessOptions {
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds before the process is killed. */
  timeout: number
  /** Called with chunks of standard error. */
  onError?: (text: string) => void
}

const terminated = 128 + 15

/** Runs a program until it exits; errors that the user can fix are refusals. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { folder, env, timeout, onError }: SubprocessOptions,
): Promise<ProcessResult> {
  // SIGTERM, so that git removes its lock files.
  const options = { cwd: folder, env, timeout, killSignal: 'SIGTERM' } as const
  try {
    const finished = await run([program, ...args], { ...options, ...(onError && { onError }) })
    if (finished.code !== terminated) return finished
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Refusal(`'${program}' is not installed.`, 'Install it first.')
  }
  throw new Refusal(`'${program}' took longer than ${timeout / 60_000} minutes and was stopped.`)
}
