import { constants, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Git } from './git.ts'

const timeout = 600_000

export interface Extraction {
  repository: string
  commit: string
  /** An empty folder. */
  target: string
  /** Total size of all files, as measured. */
  bytes: number
  signal: AbortSignal | undefined
}

/**
 * Checks out a commit within the limits to an empty folder, like a fresh clone: no filter programs are configured, and
 * `export-*` attributes have no effect.
 */
export async function extractCommit(
  git: Git,
  { repository, commit, target, bytes, signal }: Extraction,
): Promise<void> {
  await using _ = await takeFolder(target)
  const scratch = await mkdtemp(join(tmpdir(), 'berth-checkout-'))
  const workTree = resolve(target)
  try {
    const { code, stderr } = await git.run(
      [
        `--git-dir=${repository}`,
        `--work-tree=${workTree}`,
        ...['-C', workTree],
        ...['read-tree', '--reset', '-u', commit],
      ],
      {
        repository,
        timeout,
        signal,
        env: { GIT_INDEX_FILE: join(scratch, 'files') },
        writable: [workTree, scratch],
      },
    )
    if (code !== 0) {
      // Git reports only that it could not write a file.
      const { bavail, bsize } = await statfs(target)
      if (bavail * bsize < bytes) throw Object.assign(new Error(stderr), { code: 'ENOSPC' })
      throw new Failure(
        'source',
        `Commit ${commit} cannot be checked out`,
        stderr.trim().split('\n'),
      )
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Changes the owner of a folder to this process until disposal, because the sandboxed git cannot write to folders of
 * others. The folder is empty and unused; the file descriptor guards against a rename.
 */
async function takeFolder(path: string): Promise<AsyncDisposable> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  const { uid, gid } = await folder.stat()
  const [ownUser, ownGroup] = [process.getuid?.() ?? uid, process.getgid?.() ?? gid]
  const isForeign = uid !== ownUser
  if (isForeign) await folder.chown(ownUser, ownGroup)
  return {
    async [Symbol.asyncDispose]() {
      if (isForeign) await folder.chown(uid, gid)
      await folder.close()
    },
  }
}
