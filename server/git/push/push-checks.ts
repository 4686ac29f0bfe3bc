import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { speakCatFile } from '#git/cat-file.ts'
import type { GitHook } from '#git/git-process.ts'
import type { Listener, PushQuota, RepositoryAccess } from '#git/git-session.ts'
import { packsOf } from '#git/repository.ts'
import { CommitTooLargeError } from '#git/trees/commit-limits.ts'
import { type CommitMeasure, measureCommit } from '#git/trees/measure-commit.ts'
import { MissingObjectError } from '#git/trees/read-trees.ts'
import { readBytes } from '#git/wire/byte-reader.ts'
import { nothing, type PushRequest, type Rejection, type Update } from './push-protocol.ts'

/** Always allowed, for a push that only moves the branch to an existing commit. */
const always = 1024

/** The smaller of the limit per push and the space left in the repository. */
export async function pushQuotaOf(
  { limits }: Pick<Listener, 'limits'>,
  { repository }: Pick<RepositoryAccess, 'repository'>,
): Promise<PushQuota> {
  const { bytes } = await packsOf(repository)
  const free = Math.max(always, limits.repositoryBytes - bytes)
  if (limits.pushBytes <= free) {
    const limit = inWords(limits.pushBytes)
    return {
      bytes: limits.pushBytes,
      reason: `the push is larger than ${limit}`,
      sentence: `One push may send ${limit}. Is there something in it that is not source, such as node_modules?`,
    }
  }
  const limit = inWords(limits.repositoryBytes)
  return {
    bytes: free,
    reason: `the repository would be larger than ${limit}`,
    sentence: `A repository may hold ${limit} and this one holds ${inWords(bytes)}. A new application begins with an empty one.`,
  }
}

function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let at = 0
  let amount = bytes
  for (; amount >= 1024 && at < units.length - 1; at += 1) amount /= 1024
  return `${Number(amount.toFixed(1))} ${units[at]}`
}

/** Folder of our pre-receive hook, for `core.hooksPath`. */
export const hooksFolder = join(import.meta.dirname, 'hooks')

/** Throws when the hook is not executable: git would skip it silently, and an archive may have lost the file mode. */
export async function checkHook(): Promise<void> {
  const hook = join(hooksFolder, 'pre-receive')
  await access(hook, constants.X_OK).catch(() => {
    throw new Error(`${hook} is not executable: unpack Berth with its file modes`)
  })
}

/** Verdict on a push; no reason is known when git ended before it asked. */
export type QuarantineCheck =
  | { isAccepted: true; measure: CommitMeasure }
  | { isAccepted: false; problem?: string }

const maxLine = 100

/**
 * Answers the hook of a push whose objects are in git's quarantine: only a commit within the limits is accepted. The
 * hook runs the process that reads them, in the sandbox of the push.
 */
export async function checkQuarantine(
  { output, input, verdict }: GitHook,
  commit: string,
  onAccept: () => void,
): Promise<QuarantineCheck> {
  const bytes = readBytes(output)
  if ((await bytes.takeLine(maxLine)) === undefined) return { isAccepted: false }
  using catFile = speakCatFile({
    input,
    output: bytes,
    problem: async () => 'git cat-file has ended',
    // Unread output would keep the process of the push from ending.
    end: () => [input, output].forEach((stream) => void stream.destroy()),
  })
  try {
    const measure = await measureCommit(catFile, commit)
    verdict.end('accept\n')
    onAccept()
    return { isAccepted: true, measure }
  } catch (error) {
    verdict.end('refuse\n')
    if (error instanceof CommitTooLargeError) return { isAccepted: false, problem: error.message }
    if (!(error instanceof MissingObjectError)) throw error
    return { isAccepted: false, problem: 'This is not a whole commit' }
  }
}

/** Decision about a push: at most one update is accepted, the others are rejected. */
interface RefVerdict {
  wanted?: Update
  rejections: Rejection[]
  /** Sentences for the pusher. */
  advice: string[]
}

/** Accepts only the branch that deploys; other refs would never run. */
export function checkRefs({ updates, capabilities }: PushRequest, branch: string): RefVerdict {
  const deployed = `refs/heads/${branch}`
  const wanted = updates.find(({ ref, to }) => ref === deployed && to !== nothing)
  const others = updates.filter((update) => update !== wanted)
  const rejections = others.map((update) => ({ ref: update.ref, reason: reason(update, branch) }))
  const advice = [...new Set(others.map((update) => explain(update, branch)))].slice(0, 5)
  if (wanted && others.length > 0 && capabilities.has('atomic')) {
    const all = { ref: wanted.ref, reason: 'atomic push: another ref was rejected' }
    return { rejections: [all, ...rejections], advice }
  }
  return { ...(wanted && { wanted }), rejections, advice }
}

function reason({ to }: Update, branch: string): string {
  return to === nothing ? 'deleting is not allowed' : `only branch ${branch} is deployed`
}

function explain({ ref, to }: Update, branch: string): string {
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  if (ref === `refs/heads/${branch}`) {
    return `The branch ${branch} is deployed and cannot be deleted.`
  }
  if (to === nothing) return `Only the branch ${branch} is stored. There is nothing to delete.`
  const isTag = ref.startsWith('refs/tags/')
  const isPlain = /^\w[\w./-]*$/.test(name)
  const what = isTag && isPlain ? `${name}^{commit}:refs/heads/${branch}` : `HEAD:${branch}`
  return (
    `Only the branch ${branch} is deployed: the ${isTag ? 'tag' : 'branch'} ${name} was not stored. ` +
    `To deploy it: git push <remote> ${what}`
  )
}
