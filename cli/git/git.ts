import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { type ProcessResult, runProgram } from './subprocess.ts'

/** Runs Git in the current folder. */
export interface Git {
  /** Returns the result, whatever the exit code. */
  attempt(...args: string[]): Promise<ProcessResult>
  /** Streams the output to the terminal. */
  show(...args: string[]): Promise<ProcessResult>
  /** Returns the trimmed output; a non-zero exit code is a refusal. */
  ask(...args: string[]): Promise<string>
}

const quickly = 60_000
const transfer = 30 * 60_000

export function gitIn(terminal: Pick<Terminal, 'env' | 'folder' | 'err'>): Git {
  const env = { ...terminal.env, GIT_TERMINAL_PROMPT: '0' }
  const attempt = (...args: string[]) =>
    runProgram('git', args, { folder: terminal.folder, env, timeout: quickly })
  return {
    attempt,
    show: (...args) =>
      runProgram('git', args, {
        folder: terminal.folder,
        env,
        timeout: transfer,
        onError: terminal.err,
      }),
    async ask(...args) {
      const { code, stdout, stderr } = await attempt(...args)
      if (code !== 0) throw new Refusal(`git said: ${stderr.trim() || `exit code ${code}`}`)
      return stdout.trim()
    },
  }
}

export const isRepository = async (git: Git): Promise<boolean> =>
  (await git.attempt('rev-parse', '--git-dir')).code === 0

/** Whether there is something to push. */
export const hasCommit = async (git: Git): Promise<boolean> =>
  (await git.attempt('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')).code === 0

/** Commit of a local branch, or of HEAD. */
export async function commitOf(git: Git, branch: string | undefined): Promise<string> {
  const name = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
  const { code, stdout } = await git.attempt('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (code === 0) return stdout.trim()
  if (!(await isRepository(git)))
    throw new Refusal(
      'This folder is not a Git repository.',
      'Make it one: `git init`, `git add .`, `git commit`.',
    )
  throw branch === undefined
    ? new Refusal('There is no commit to deploy.', 'Make one: `git add .`, `git commit`.')
    : new Refusal(`There is no local branch '${branch}'.`)
}

/** The checked-out local branch, if any. */
export async function currentBranch(git: Git): Promise<string | undefined> {
  const { code, stdout } = await git.attempt('symbolic-ref', '--quiet', '--short', 'HEAD')
  return code === 0 ? stdout.trim() : undefined
}
