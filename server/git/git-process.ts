import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { plainEnvironment } from '#kit/process/subprocess.ts'

/**
 * Everything that git is told beside the repository's own file, which is ours too: no setting of the machine
 * or of a pusher takes part.
 */
const settings: Record<string, string> = {
  'core.hooksPath': '/dev/null',
  // Whoever owns the data folder, these are our repositories; git would refuse them to another user.
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
  // No repository is fetched from another by these commands, whatever a commit names.
  'protocol.allow': 'never',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  // A pack as it came is on the disk with two syncs; unpacked, it would be one file per object.
  'transfer.unpackLimit': '1',
  'receive.autogc': 'false',
  'receive.denyDeletes': 'true',
  'receive.denyNonFastForwards': 'false',
  'receive.advertisePushOptions': 'false',
  // A build machine often holds no more than the newest commit.
  'receive.shallowUpdate': 'true',
  'receive.keepAlive': '5',
  'uploadpack.keepAlive': '5',
  'receive.fsckObjects': 'true',
  // Old commits of honest projects have these three, and they harm nobody.
  'receive.fsck.badTimezone': 'ignore',
  'receive.fsck.missingSpaceBeforeDate': 'ignore',
  'receive.fsck.zeroPaddedFilemode': 'ignore',
}

const prefix = [
  'git',
  ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
]

export type GitCommand = [string, ...string[]]

/** The whole command line of a git command with our settings. */
export const gitCommand = (args: string[]): GitCommand => [...prefix, ...args] as GitCommand

/** The whole environment of a git command. */
export const gitEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...plainEnvironment(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  // An object is what its name says, never what a ref of the repository puts in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_USER_AGENT: 'berth',
  // A few hostile bytes of a delta can ask for any amount of memory.
  GIT_ALLOC_LIMIT: '512m',
  ...more,
})

/** A git command under way. */
export interface GitProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Descriptors 3 and 4 of the command, when they were asked for: what a hook asks, and what it is answered. */
  readonly hook: { question: Readable; answer: Writable } | undefined
  /** Its exit code and the end of what it said, once it and its output have ended; rejects once it was aborted. */
  readonly finished: Promise<{ code: number; stderr: string }>
  /** Asks it and its children to end. */
  stop(): void
  /** Ends it and its children at once; `reason` is what `finished` rejects with. */
  kill(reason: unknown): void
}

export interface GitProcessOptions {
  /** Turns the command line of git into the one that is run. */
  wrap: (command: GitCommand) => GitCommand
  timeout: number
  signal?: AbortSignal | undefined
  env?: Record<string, string> | undefined
  hasHook?: boolean | undefined
}

const stderrLimit = 16_384

/** Starts git in a process group of its own, so that its children end with it. */
export function startGitProcess(args: string[], options: GitProcessOptions): GitProcess {
  const { wrap, timeout, signal, env, hasHook = false } = options
  signal?.throwIfAborted()
  const [program, ...words] = wrap(gitCommand(args))
  const child = spawn(program, words, {
    cwd: '/',
    env: gitEnvironment(env),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(hasHook ? (['pipe', 'pipe'] as const) : [])],
  })
  const [stdin, stdout, errors, question, answer] = child.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    Readable | undefined,
    Writable | undefined,
  ]
  let stderr = ''
  errors.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrLimit)
  })
  // Git may end without reading all that it is given.
  for (const stream of [stdin, question, answer]) stream?.on('error', () => {})

  let aborted: { reason: unknown } | undefined
  let isStopped = false
  const send = (name: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // It has just ended.
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
  /** Nobody reads what a stopped process has written, and its end is only known when its output has ended. */
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
  const hook = question && answer ? { question, answer } : undefined
  return { stdin, stdout, hook, finished, stop, kill }
}
