import { spawn } from 'node:child_process'

export interface RunOptions {
  /** Written to its standard input. */
  input?: string
  env?: Record<string, string>
  /** The user that it runs as. */
  user?: { uid: number; gid: number } | undefined
  cwd?: string
  /** In milliseconds. */
  deadline?: number
}

const patience = 60_000
const longest = 1024 * 1024

/** A program ended badly. */
export class ProgramFailed extends Error {}

/** What a program prints. It gets arguments as they are, no shell, and no environment but what is given. */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { input = '', env = {}, user, cwd = '/', deadline = patience }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...{ cwd, stdio: 'pipe', timeout: deadline, killSignal: 'SIGKILL', ...user },
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
    })
    let printed = ''
    let complaints = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length < longest) printed += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaints.length < longest) complaints += text
    })
    child.stdin.on('error', () => {}).end(input)
    child.on('error', reject)
    // `exit` and not `close`: a server that it leaves behind keeps the streams open.
    child.on('exit', (code, signal) => {
      if (code === 0) setImmediate(() => resolve(printed))
      else
        reject(new ProgramFailed(`${program} ended with ${signal ?? code}: ${complaints.trim()}`))
    })
  })
}
