import type { ApplicationId } from '#platform/model/ids.ts'
import { pointHeadAt, type RepositoryFolder, repositoryPath } from './repository.ts'

export interface NewCommit {
  /** Full name: `refs/heads/main`. */
  ref: string
  message: string
  /** Contents by path; the paths are our own, never those of a tenant. */
  files: ReadonlyMap<string, Buffer>
  /** Milliseconds since the epoch. */
  date: number
}

const timeout = 30_000
/** Author of commits that the platform makes. */
const author = 'Berth <berth@localhost>'

/** Makes the first commit of a branch, which clones then check out; returns its id. */
export async function commitBranch(
  place: RepositoryFolder,
  applicationId: ApplicationId,
  { branch, ...commit }: Omit<NewCommit, 'ref'> & { branch: string },
): Promise<string> {
  const id = await commitFiles(place, applicationId, { ...commit, ref: `refs/heads/${branch}` })
  await pointHeadAt(place.git, repositoryPath(place.folder, applicationId), branch)
  return id
}

/** Makes a commit without parents and a new ref to it, with one process of git for all objects; returns its id. */
export async function commitFiles(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
  commit: NewCommit,
): Promise<string> {
  const repository = repositoryPath(folder, applicationId)
  const args = [`--git-dir=${repository}`, 'fast-import', '--quiet', '--done']
  const child = await git.start(args, { repository, timeout })
  // A process that ends early is reported by its exit code.
  child.stdin.on('error', () => {})
  child.stdin.end(importStream(commit))
  let output = ''
  for await (const piece of child.stdout) output += piece
  const { code, stderr } = await child.finished
  const id = output.trim()
  if (code !== 0 || !/^[0-9a-f]{40}$/.test(id)) {
    throw new Error(`git fast-import exited with ${code}: ${stderr.trim()}`)
  }
  return id
}

/** The commands of `git fast-import`; the last one prints the id of the commit. */
function importStream({ ref, message, files, date }: NewCommit): Buffer {
  const seconds = Math.floor(date / 1000)
  const parts: (string | Buffer)[] = [
    `commit ${ref}\nmark :1\ncommitter ${author} ${seconds} +0000\n`,
    ...dataOf(Buffer.from(message)),
  ]
  for (const [path, content] of files) {
    parts.push(`M ${modeOf(content)} inline ${path}\n`, ...dataOf(content))
  }
  parts.push('get-mark :1\ndone\n')
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

/** A script may be executed. */
const modeOf = (content: Buffer) => (content.subarray(0, 2).equals(shebang) ? '100755' : '100644')
const shebang = Buffer.from('#!')

const dataOf = (content: Buffer) => [`data ${content.length}\n`, content, '\n']
