import { posix } from 'node:path'
import { run } from '#kit/subprocess.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Source } from '#platform/deployments/source.ts'
import { extractCommit } from './extract.ts'
import { gitCommand, gitEnvironment, startGit } from './git-process.ts'
import { hasCommit, repositoryPath } from './repository.ts'
import { readBytes } from './wire/byte-reader.ts'

const deadline = 30_000
const largestFile = 4 * 1024 * 1024
const longestHeader = 65_536

/** The files of one commit in an application's repository. */
export function openSource(folder: string, applicationId: string, commit: string): Source {
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('a commit is named by 40 hexadecimal digits')
  const repository = repositoryPath(folder, applicationId)
  let known: Promise<void> | undefined
  /** Git answers alike for a path that a commit does not have and for a commit that it does not have. */
  const mustKnowCommit = () => {
    known ??= checkCommit(folder, applicationId, commit)
    return known
  }

  return {
    commit,
    async read(path) {
      const clean = pathInside(path)
      if (clean === undefined || clean === '') return undefined
      const content = await readBlob(repository, `${commit}:${clean}`, path)
      if (content === undefined) await mustKnowCommit()
      return content
    },
    async list(path) {
      const clean = pathInside(path)
      if (clean === undefined) return []
      const names = await readTree(repository, `${commit}:${clean}`)
      if (names === undefined) await mustKnowCommit()
      return names ?? []
    },
    extract: (target) => extractCommit(repository, commit, target),
  }
}

/** The path as git spells it, or `undefined` when it cannot be one inside a commit. */
function pathInside(path: string): string | undefined {
  const clean = posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '')
  return /[\0-\x1f]|^\/|^\.\.(\/|$)/.test(clean) ? undefined : clean
}

async function checkCommit(folder: string, applicationId: string, commit: string): Promise<void> {
  if (await hasCommit(folder, applicationId, commit)) return
  throw new Failure('source', `Commit ${commit} is not in the repository`)
}

/** A file's content; a symbolic link is followed as long as it stays inside the commit. */
async function readBlob(
  repository: string,
  name: string,
  path: string,
): Promise<string | undefined> {
  const git = startGit([`--git-dir=${repository}`, 'cat-file', '--batch', '--follow-symlinks'], {
    deadline,
  })
  git.stdin.end(`${name}\n`)
  const output = readBytes(git.stdout)
  try {
    const header = await output.takeLine(longestHeader)
    const size = Number(/^[0-9a-f]{40} blob (\d+)$/.exec(header ?? '')?.[1] ?? Number.NaN)
    if (Number.isNaN(size)) return undefined
    if (size > largestFile) throw new Failure('source', `${path} is larger than 4 MB`)
    const content = await output.take(size)
    if (!content) throw new Error(`git ended in the middle of ${path}`)
    return content.toString('utf8')
  } finally {
    git.stop()
  }
}

async function readTree(repository: string, name: string): Promise<string[] | undefined> {
  const { code, stdout } = await run(
    gitCommand([`--git-dir=${repository}`, 'ls-tree', '-z', name]),
    { env: gitEnvironment(), deadline },
  )
  if (code !== 0) return undefined
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const tab = entry.indexOf('\t')
      const isFile = entry.slice(0, tab).split(' ')[1] === 'blob'
      return entry.slice(tab + 1) + (isFile ? '' : '/')
    })
}
