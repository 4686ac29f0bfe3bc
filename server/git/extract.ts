import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from '#kit/subprocess.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { gitCommand, gitEnvironment, startGit } from './git-process.ts'
import { readBytes } from './wire/byte-reader.ts'

const deadline = 600_000
const mostFiles = 500_000
const mostBytes = 4 * 1024 ** 3
/** Systems take 4,095 bytes, and our own folders come before. */
const longestPath = 3000
const longestName = 255

/**
 * Checks a commit out below an empty folder, as a fresh clone would: no filter program is known, and the
 * attributes that change an archive have no say.
 */
export async function extractCommit(
  repository: string,
  commit: string,
  target: string,
): Promise<void> {
  const bytes = await measure(repository, commit)
  const scratch = await mkdtemp(join(tmpdir(), 'berth-checkout-'))
  try {
    const { code, stderr } = await run(
      gitCommand([
        `--git-dir=${repository}`,
        `--work-tree=${resolve(target)}`,
        'read-tree',
        '--reset',
        '-u',
        commit,
      ]),
      { env: gitEnvironment({ GIT_INDEX_FILE: join(scratch, 'files') }), cwd: target, deadline },
    )
    if (code !== 0) {
      // Git says only that it could not write a file.
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

/** The bytes of all files. A few small trees that name each other can stand for more files than a disk has room for. */
async function measure(repository: string, commit: string): Promise<number> {
  const git = startGit(
    [`--git-dir=${repository}`, 'ls-tree', '-r', '-z', '--long', '--full-tree', commit],
    { deadline },
  )
  const output = readBytes(git.stdout)
  let rest = ''
  let files = 0
  let bytes = 0
  try {
    for (let piece = await output.next(); piece; piece = await output.next()) {
      const entries = (rest + piece.toString('latin1')).split('\0')
      rest = entries.pop() ?? ''
      for (const entry of entries) {
        files += 1
        bytes += Number(/^\d+ blob [0-9a-f]+ +(\d+)\t/.exec(entry)?.[1] ?? 0)
        checkPath(entry.slice(entry.indexOf('\t') + 1))
      }
      if (files > mostFiles)
        throw new Failure('source', `The commit has more than ${mostFiles} files`)
      if (bytes > mostBytes) throw new Failure('source', 'The files of the commit exceed 4 GB')
    }
    const { code, stderr } = await git.finished
    if (code !== 0)
      throw new Failure('source', `Commit ${commit} is not in the repository`, [stderr.trim()])
    return bytes
  } finally {
    git.stop()
  }
}

/** Git knows no such limits, so that a path may be fine in a repository and on no disk. */
function checkPath(path: string): void {
  const begin = JSON.stringify(`${Buffer.from(path.slice(0, 40), 'latin1')}…`)
  if (path.length > longestPath)
    throw new Failure('source', `The path ${begin} is longer than ${longestPath} bytes`)
  if (path.length > longestName && path.split('/').some((name) => name.length > longestName))
    throw new Failure('source', `The path ${begin} has a name of more than ${longestName} bytes`)
}
