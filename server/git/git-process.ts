import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { plainEnvironment } from '#kit/process/subprocess.ts'

/** Git configuration beside the repository's own file: settings of the machine or a pusher have no effect. */
const settings: Record<string, string> = {
  'core.hooksPath': '/dev/null',
  // The data folder may belong to another user, for whom git would refuse the repositories.
  'safe.directory': '*',
  'core.fsync': 'objects,reference',
  'core.bigFileThreshold': '32m',
  'core.attributesFile': '/dev/null',
  'core.autocrlf': 'false',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'pack.deltaCacheSize': '64m',
  // These commands never fetch from other repositories, whatever a commit refers to.
  'protocol.allow': 'never',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  // Keep a received pack as it is, with two syncs; unpacked, it would be one file per object.
  'transfer.unpackLimit': '1',
  'receive.autogc': 'false',
  'receive.denyDeletes': 'true',
  'receive.denyNonFastForwards': 'false',
  'receive.advertisePushOptions': 'false',
  // Refs of the platform itself.
  'transfer.hideRefs': 'refs/berth/',
  // CI machines often have a shallow clone.
  'receive.shallowUpdate': 'true',
  // Clients on the default agent of Node end a connection that is silent for five seconds, while Git checks a large pack.
  'receive.keepAlive': '1',
  'uploadpack.keepAlive': '5',
  'receive.fsckObjects': 'true',
  // Old commits of legitimate projects have these three harmless defects.
  'receive.fsck.badTimezone': 'ignore',
  'receive.fsck.missingSpaceBeforeDate': 'ignore',
  'receive.fsck.zeroPaddedFilemode': 'ignore',
}

const prefix = [
  'git',
  ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
]

export type GitCommand = [string, ...string[]]

/** Full command line of a git command with our configuration. */
export const gitCommand = (args: string[]): GitCommand => [...prefix, ...args] as GitCommand

/** Full environment of a git command. */
export const gitEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...plainEnvironment(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  // Ignore replace refs, so that an object is always the one with its id.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_USER_AGENT: 'berth',
  // A small hostile delta can request any amount of memory.
  GIT_ALLOC_LIMIT: '512m',
  ...more,
})

/** Descriptors of a hook, from our side. */
export interface GitHook {
  output: Readable
  input: Writable
  /** Tells it how to end. */
  verdict: Writable
}

/** A running git command. */
export interface GitProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** File descriptors 3, 4 and 5 of the command, if requested: what its hook writes and reads, and its verdict. */
  readonly hook: GitHook | undefined
  /** Exit code and last stderr, once the process and its output have ended; rejects when aborted. */
  readonly finished: Promise<{ code: number; stderr: string }>
  /** Sends SIGTERM to the process group. */
  stop(): void
  /** Kills the process group; `finished` rejects with `reason`. */
  kill(reason: unknown): void
}

export interface GitProcessOptions {
  /** Wraps the git command line, for example in a sandbox. */
  wrap: (command: GitCommand) => GitCommand
  timeout: number
  signal?: AbortSignal | undefined
  env?: Record<string, string> | undefined
  hasHook?: boolean | undefined
}

const stderrLimit = 16_384

/** Starts git in its own process group, so that its children end with it. */
export function startGitProcess(args: string[], options: GitProcessOptions): GitProcess {
  const { wrap, timeout, signal, env, hasHook = false } = options
  signal?.throwIfAborted()
  const [program, ...words] = wrap(gitCommand(args))
  const child = spawn(program, words, {
    cwd: '/',
    env: gitEnvironment(env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(hasHook ? (['pipe', 'pipe', 'pipe'] as const) : [])],
  })
  const [stdin, stdout, errors, output, input, verdict] = child.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    Readable | undefined,
    Writable | undefined,
    Writable | undefined,
  ]
  let stderr = ''
  errors.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrLimit)
  })
  // Git may exit without reading all of its input.
  for (const stream of [stdin, output, input, verdict]) stream?.on('error', () => {})

  let aborted: { reason: unknown } | undefined
  let isStopped = false
  const send = (name: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // The process has just ended.
    }
  }
  const kill = (reason: unknown) => {
    aborted ??= { reason }
    isStopped = true
    send('SIGKILL')
  }
  const stop = () => {
    isStopped = true
    send('SIGTERM')
    release()
  }
  /** Discards unread output of a stopped process, because it counts as ended only after its output has. */
  const release = () => {
    const hasExited = child.exitCode !== null || child.signalCode !== null
    if (isStopped && hasExited) for (const stream of child.stdio) stream?.destroy()
  }
  const onAbort = () => kill(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => send('SIGKILL'), timeout)
  const finished = new Promise<{ code: number; stderr: string }>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    child.on('error', (error) => {
      end()
      reject(error)
    })
    child.on('exit', () => {
      end()
      release()
    })
    child.on('close', (code) => {
      if (aborted) reject(aborted.reason)
      else resolve({ code: code ?? 128, stderr })
    })
  })
  finished.catch(() => {})
  const hook = output && input && verdict ? { output, input, verdict } : undefined
  return { stdin, stdout, hook, finished, stop, kill }
}
