import type { Readable } from 'node:stream'
import { type GitCommand, type GitProcess, startGitProcess } from './git-process.ts'

/** What one git command works on. */
export interface GitWork {
  /** The repository that it reads, and may write to. */
  repository: string
  /** Milliseconds until it is killed. */
  timeout: number
  /** Kills it, and the wait for it ends with the signal's reason. */
  signal?: AbortSignal | undefined
  env?: Record<string, string>
  /** Folders beside the repository that it may write to. */
  writable?: readonly string[]
  /** Folders beside the repository that it may read. */
  readable?: readonly string[]
  /** Gives it descriptors 3 and 4 for a hook. */
  hasHook?: boolean
}

export interface GitResult {
  code: number
  stdout: string
  stderr: string
}

/** Limits what git commands may use and see; declared here, implemented by whoever knows the machine. */
export interface GitConfinement {
  enter(work: Pick<GitWork, 'repository' | 'writable' | 'readable'>): Promise<ConfinedCommand>
}

export interface ConfinedCommand {
  /** The command line that runs another one under the limits. */
  wrap(command: GitCommand): GitCommand
  /** Called when the command has ended. */
  leave(): void
}

/** Starts every git process of the platform. */
export interface Git {
  start(args: string[], work: GitWork): Promise<GitProcess>
  /** Runs a command of little output to its end. */
  run(args: string[], work: GitWork): Promise<GitResult>
  /** As `run`, but throws unless it exits with 0. */
  runOrThrow(args: string[], work: GitWork): Promise<string>
  /** Kills every process that works on a repository, and returns once they have ended. */
  endAll(repository: string, reason: Error): Promise<void>
  /** Whether a process works on the repository. */
  isBusy(repository: string): boolean
}

const outputLimit = 1024 * 1024

/** No limits but the timeouts: for machines and tests that have nothing better. */
export const unconfined: GitConfinement = {
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
