import { spawn } from 'node:child_process'
import { Refusal } from '#cli/refusal.ts'

export interface SubprocessOptions {
  folder: string
  env: Readonly<Record<string, string | undefined>>
  /** Killed after so many milliseconds. */
  timeout: number
  /** Given what it writes to standard error, as it comes. */
  onError?: (text: string) => void
}

export interface Finished {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program of the machine to its end; its arguments never pass through a shell. */
export function runProgram(
  program: string,
  args: readonly string[],
  { folder, env, timeout, onError }: SubprocessOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
      onError?.(text)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Refusal(`'${program}' is not installed.`, 'Install it first.')
          : error,
      ),
    )
    child.on('close', (code, signal) => {
      if (signal === 'SIGTERM')
        reject(
          new Refusal(`'${program}' took longer than ${timeout / 60_000} minutes and was stopped.`),
        )
      else resolve({ code: code ?? 1, ...output })
    })
  })
}
