import type { Readable } from 'node:stream'
import { type GitCommand, type GitProcess, startGitProcess } from './git-process.ts'

/** Options of one git command. */
export interface GitWork {
  /** Repository that it may read and write. */
  repository: string
  /** Timeout in milliseconds, after which it is killed. */
  timeout: number
  /** Kills the command, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  env?: Record<string, string>
  /** Additional writable folders. */
  writable?: readonly string[]
  /** Additional readable folders. */
  readable?: readonly string[]
  /** Opens file descriptors 3, 4 and 5 for a hook. */
  hasHook?: boolean
  /** Lets the command use the network of the machine; without it there is none. */
  network?: GitNetwork
}

export interface GitNetwork {
  /** Takes the place of `/etc/passwd`, without which `ssh` does not start. */
  passwd: string
  /** Maximum size of a file that is written, in bytes: no option of git limits what a fetch receives. */
  maxFileBytes: number
}

export interface GitResult {
  code: number
  stdout: string
  stderr: string
}

/**
 * Sandbox for git commands: resource limits and visible paths. Declared here, implemented for the machine elsewhere.
 */
export interface GitConfinement {
  enter(
    work: Pick<GitWork, 'repository' | 'writable' | 'readable' | 'network'>,
  ): Promise<ConfinedCommand>
}

export interface ConfinedCommand {
  /** Wraps a command line, so that it runs in the sandbox. */
  wrap(command: GitCommand): GitCommand
  /** Called when the command has ended. */
  leave(): void
}

/** Starts all git processes of the platform. */
export interface Git {
  start(args: string[], work: GitWork): Promise<GitProcess>
  /** Runs a command with little output. */
  run(args: string[], work: GitWork): Promise<GitResult>
  /** Like `run`, but throws on a non-zero exit code. */
  runOrThrow(args: string[], work: GitWork): Promise<string>
  /** Kills every process of a repository, and resolves once they have ended. */
  endAll(repository: string, reason: Error): Promise<void>
  /** Whether a process uses the repository. */
  isBusy(repository: string): boolean
}

const outputLimit = 1024 * 1024

/** No sandbox, only timeouts: for tests and machines without support. */
const unconfined: GitConfinement = {
  enter: async () => ({ wrap: (command) => command, leave() {} }),
}

export function createGit(confinement: GitConfinement = unconfined): Git {
  const running = new Map<string, Set<GitProcess>>()

  const start = async (args: string[], work: GitWork): Promise<GitProcess> => {
    const { repository, timeout, signal, env, hasHook } = work
    signal?.throwIfAborted()
    const confined = await confinement.enter(work)
    try {
      const { wrap } = confined
      const child = startGitProcess(args, { wrap, timeout, signal, env, hasHook })
      const others = running.get(repository) ?? new Set()
      running.set(repository, others.add(child))
      const forget = () => {
        others.delete(child)
        if (others.size === 0 && running.get(repository) === others) running.delete(repository)
        confined.leave()
      }
      child.finished.then(forget, forget)
      return child
    } catch (error) {
      confined.leave()
      throw error
    }
  }

  const run = async (args: string[], work: GitWork): Promise<GitResult> => {
    const child = await start(args, work)
    child.stdin.end()
    const stdout = await textOf(child.stdout)
    return { stdout, ...(await child.finished) }
  }

  return {
    start,
    run,
    async runOrThrow(args, work) {
      const { code, stdout, stderr } = await run(args, work)
      if (code === 0) return stdout
      throw new Error(`git ${args.join(' ')} exited with ${code}: ${stderr.trim()}`)
    },
    async endAll(repository, reason) {
      const children = [...(running.get(repository) ?? [])]
      for (const child of children) child.kill(reason)
      await Promise.allSettled(children.map(({ finished }) => finished))
    },
    isBusy: (repository) => running.has(repository),
  }
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  for await (const piece of stream) if (text.length < outputLimit) text += piece
  return text
}
