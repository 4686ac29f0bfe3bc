import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { joinCommand, oomScores } from '#kit/control-groups/join-command.ts'
import { openProgramGroup } from './groups.ts'
import { type Sandbox, sandboxCommand } from './sandbox.ts'
import { type SystemUser, unprivilegedUser } from './system-user.ts'

export interface RunOptions extends Pick<Sandbox, 'folder' | 'mounts' | 'files'> {
  /** Written to its standard input. */
  input?: string
  /** The file that its standard input comes from, in place of a text. */
  inputFile?: string
  /** The new file that its standard output goes to, readable to us alone. */
  outputFile?: string
  /** All variables that it has besides the search path and the locale. */
  env?: Record<string, string>
  /** The user that it runs as; nobody when absent. */
  user?: SystemUser | undefined
  /** No network at all unless it says `host`: servers are reached through their sockets, which are mounted. */
  network?: Sandbox['network']
  /** In milliseconds. */
  timeout?: number
}

const defaultTimeout = 60_000
const maxPrinted = 1024 * 1024
/** How long after its end we still listen: what it leaves behind may keep its streams open for ever. */
const drainTimeout = 1_000
const firstDescriptor = 3

/** A program ended badly. */
export class ProgramFailedError extends Error {}

/**
 * Runs a program to its end and returns what it prints. This is the only way to run one in a provider: in a sandbox with
 * no more than it is given, as an unprivileged user, in a control group, with a timeout. Its files are opened by us and
 * handed over as streams, so that it never learns a path of the machine.
 */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<string> {
  const opened: FileHandle[] = []
  const openFile = async (path: string | undefined, flags: string) => {
    if (path === undefined) return 'pipe'
    const file = await open(path, flags, 0o600)
    opened.push(file)
    return file.fd
  }
  try {
    const stdin = await openFile(options.inputFile, 'r')
    const stdout = await openFile(options.outputFile, 'wx')
    const printed = await runWith(command, options, [stdin, stdout])
    if (options.outputFile !== undefined) await opened.at(-1)?.sync()
    return printed
  } finally {
    await Promise.all(opened.map((file) => file.close()))
  }
}

type Stream = 'pipe' | number

async function runWith(
  command: readonly [string, ...string[]],
  options: RunOptions,
  streams: [stdin: Stream, stdout: Stream],
): Promise<string> {
  const { input = '', env = {}, timeout = defaultTimeout, network = 'none' } = options
  const { folder, mounts = [], files = {}, user = unprivilegedUser() } = options
  const sandboxed = sandboxCommand(
    { user, folder, mounts, files, network, isShortLived: true },
    command,
    firstDescriptor,
  )
  const groups = await openProgramGroup()
  const [program, ...args] = joinCommand({ groups, oomScore: oomScores.program }, sandboxed.command)
  const child = spawn(program, args, {
    cwd: '/',
    stdio: [...streams, 'pipe', ...sandboxed.inputs.map(() => 'pipe' as const)],
    timeout,
    killSignal: 'SIGKILL',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', ...env },
  })
  writeInputs(child, sandboxed.inputs, firstDescriptor)
  child.stdin?.on('error', () => {}).end(input)
  return outcomeOf(child, command[0])
}

/** Hands texts over through the descriptors of a child. */
export function writeInputs(
  child: ChildProcess,
  inputs: readonly (string | Buffer)[],
  first: number,
): void {
  for (const [at, text] of inputs.entries()) {
    const stream = child.stdio[first + at] as Writable | null | undefined
    stream?.on('error', () => {}).end(text)
  }
}

function outcomeOf(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    let complaints = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length < maxPrinted) printed += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (complaints.length < maxPrinted) complaints += text
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const settle = () => {
        clearTimeout(timer)
        if (code === 0) return resolve(printed)
        const reason = `${name} ended with ${signal ?? code}: ${complaints.trim()}`
        reject(new ProgramFailedError(reason))
      }
      const timer = setTimeout(settle, drainTimeout)
      child.once('close', settle)
    })
  })
}
