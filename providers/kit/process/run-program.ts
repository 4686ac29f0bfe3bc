import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { joinCommand, oomScores } from '#kit/control-groups/join-command.ts'
import { openProgramGroup } from './groups.ts'
import { type Sandbox, sandboxCommand } from './sandbox.ts'
import { type SystemUser, unprivilegedUser } from './system-user.ts'

/** A program that runs in its sandbox. */
export type Program = ChildProcess

/** What a program has. */
export interface ProgramOptions
  extends Pick<Sandbox, 'folder' | 'mounts' | 'files' | 'volume' | 'maxDataBytes'> {
  /** Its control groups; that of all our programs when absent. */
  groups?: readonly string[]
  /** Variables in addition to the search path and the locale. */
  env?: Record<string, string>
  /** User that it runs as; nobody when absent. */
  user?: SystemUser | undefined
  /** No network unless it is `host`: servers are reached through their mounted sockets. */
  network?: Sandbox['network']
}

export interface RunOptions extends ProgramOptions {
  /** Written to its standard input. */
  input?: string
  /** File for its standard input, in place of a text. */
  inputFile?: string
  /** New file for its standard output, readable only by us. */
  outputFile?: string
  /** Size limit of the file, in bytes; a program that writes more is killed with an `OutputTooLargeError`. */
  maxOutputBytes?: number
  /** In milliseconds. */
  timeout?: number
}

const defaultTimeout = 60_000
const maxPrinted = 1024 * 1024
const defaultMaxOutput = 1024 * 1024 * 1024
/** Milliseconds to read output after its exit: processes that it leaves behind may keep the streams open for ever. */
const drainTimeout = 1_000
const firstDescriptor = 3

/** A program exited with an error. */
export class ProgramFailedError extends Error {}

/** A program exceeded its output limit. */
export class OutputTooLargeError extends ProgramFailedError {
  readonly maxBytes: number

  constructor(name: string, maxBytes: number) {
    super(`${name} wants to write more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/**
 * Runs a program to its end and returns its output. The only way to run one in a provider: in a minimal sandbox, as an
 * unprivileged user, in a control group, with a timeout. Its files are opened by us and passed as streams, so that it
 * never learns a path of the machine. Its output file is removed when it fails.
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
    const output = options.outputFile === undefined ? undefined : opened.at(-1)
    return await (output
      ? runInto(output, command, options, [stdin, stdout])
      : runWith(command, options, [stdin, stdout]))
  } finally {
    await Promise.all(opened.map((file) => file.close()))
  }
}

/** The kernel kills a program (RLIMIT_FSIZE) that writes beyond the limit; the file then has exactly that size. */
async function runInto(
  output: FileHandle,
  command: readonly [string, ...string[]],
  options: RunOptions,
  streams: [stdin: Stream, stdout: Stream],
): Promise<string> {
  const { outputFile = '', maxOutputBytes = defaultMaxOutput } = options
  try {
    const limited = ['prlimit', `--fsize=${maxOutputBytes}`, '--', ...command] as const
    const printed = await runWith(limited, options, streams, command[0])
    await output.sync()
    return printed
  } catch (problem) {
    const { size } = await output.stat()
    await rm(outputFile, { force: true })
    if (size < maxOutputBytes || !(problem instanceof ProgramFailedError)) throw problem
    throw new OutputTooLargeError(command[0], maxOutputBytes)
  }
}

type Stream = 'pipe' | number

interface SpawnOptions {
  /** Number of connections after the descriptors of its files. */
  connections?: number
  streams?: [stdin: Stream, stdout: Stream]
  /** In milliseconds. */
  timeout?: number
}

async function runWith(
  command: readonly [string, ...string[]],
  options: RunOptions,
  streams: [stdin: Stream, stdout: Stream],
  name = command[0],
): Promise<string> {
  const { input = '', timeout = defaultTimeout } = options
  const child = await spawnProgram(command, options, { streams, timeout })
  child.stdin?.on('error', () => {}).end(input)
  return outcomeOf(child, name)
}

/** Starts a program in its sandbox and control group; killed after the timeout, if there is one. */
export async function spawnProgram(
  command: readonly [string, ...string[]],
  options: ProgramOptions,
  { streams = ['pipe', 'pipe'], timeout, connections = 0 }: SpawnOptions = {},
): Promise<Program> {
  const { env = {}, network = 'none', folder, mounts = [], files = {}, volume } = options
  const { user = unprivilegedUser(), maxDataBytes } = options
  const optionsDescriptor = firstDescriptor + Object.keys(files).length + connections
  const sandboxed = sandboxCommand(
    {
      user,
      folder,
      mounts,
      files,
      network,
      volume,
      maxDataBytes,
      optionsDescriptor,
      isShortLived: true,
    },
    command,
    firstDescriptor,
  )
  const groups = options.groups ?? (await openProgramGroup())
  const [program, ...args] = joinCommand({ groups, oomScore: oomScores.program }, sandboxed.command)
  const child = spawn(program, args, {
    cwd: '/',
    stdio: [
      ...[...streams, 'pipe' as const, ...sandboxed.inputs.map(() => 'pipe' as const)],
      ...Array.from({ length: connections }, () => 'pipe' as const),
      ...(sandboxed.options === undefined ? [] : ['pipe' as const]),
    ],
    // What is left until a deadline has fractions, which spawn refuses.
    ...(timeout !== undefined && { timeout: Math.ceil(timeout) }),
    killSignal: 'SIGKILL',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', ...env },
  })
  writeInputs(child, sandboxed.inputs, firstDescriptor)
  if (sandboxed.options !== undefined) writeInputs(child, [sandboxed.options], optionsDescriptor)
  return child
}

/** Passes texts through descriptors of a child. */
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

async function outcomeOf(child: Program, name: string): Promise<string> {
  let printed = ''
  let complaints = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (printed.length < maxPrinted) printed += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaints.length < maxPrinted) complaints += text
  })
  const end = await endOf(child)
  if (end === '0') return printed
  throw new ProgramFailedError(`${name} ended with ${end}: ${complaints.trim()}`)
}

/** Exit code or signal of a program, once all that it has printed is read. Rejects if it could not be started. */
export function endOf(child: Program, timeout = drainTimeout): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const settle = () => {
        clearTimeout(timer)
        // A bubblewrap that is killed while it starts can leave its child behind, which would keep the pipes, and so
        // this process, open.
        for (const stream of child.stdio) stream?.destroy()
        resolve(`${signal ?? code}`)
      }
      // Not at once: a process that was busy for longer than that has not read yet what waits in the pipes.
      const timer = setTimeout(() => setImmediate(settle), timeout)
      child.once('close', settle)
    })
  })
}
