import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'

export interface RunOptions {
  /** Written to its standard input. */
  input?: string
  /** The file that its standard input comes from, in place of a text. */
  inputFile?: string
  env?: Record<string, string>
  /** The user that it runs as. */
  user?: { uid: number; gid: number } | undefined
  cwd?: string
  /** In milliseconds. */
  deadline?: number
}

const patience = 60_000
const longest = 1024 * 1024
/** How long after its end we still listen: what it leaves behind may keep its streams open for ever. */
const lastWords = 1_000

/** A program ended badly. */
export class ProgramFailed extends Error {}

/** What a program prints. It gets arguments as they are, no shell, and no environment but what is given. */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<string> {
  if (options.inputFile === undefined) return runWith(command, options, 'pipe')
  const file = await open(options.inputFile)
  return runWith(command, options, file.fd).finally(() => file.close())
}

function runWith(
  [program, ...args]: readonly [string, ...string[]],
  { input = '', env = {}, user, cwd = '/', deadline = patience }: RunOptions,
  stdin: 'pipe' | number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...{ cwd, stdio: [stdin, 'pipe', 'pipe'], timeout: deadline, killSignal: 'SIGKILL', ...user },
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
    })
    let printed = ''
    let complaints = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length < longest) printed += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (complaints.length < longest) complaints += text
    })
    child.stdin?.on('error', () => {}).end(input)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const tell = () => {
        clearTimeout(timer)
        if (code === 0) resolve(printed)
        else
          reject(new ProgramFailed(`${program} ended with ${signal ?? code}: ${complaints.trim()}`))
      }
      const timer = setTimeout(tell, lastWords)
      child.once('close', tell)
    })
  })
}
