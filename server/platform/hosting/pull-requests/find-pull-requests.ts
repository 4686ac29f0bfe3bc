import type { PullRequestHead } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import type {
  GitHostClient,
  HostRepository,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import type { OpenPullRequest, PullRequestFindings } from './decide-previews.ts'

/** As many as hosts list; beyond, a number that is missing in the list may be open all the same. */
const maxListed = 100
/** Pull requests that are asked for one by one in a look. */
const maxAsked = 50

export interface InterestingNumbers {
  /** With a preview, or announced: asked for where the list does not have them. */
  asked: readonly number[]
  /** Seen before. */
  seen: readonly number[]
}

/** Asks the host which pull requests are open, and what became of those that are missing in its list. */
export async function findByApi(
  { client, repository }: { client: GitHostClient; repository: HostRepository },
  { asked, seen }: InterestingNumbers,
  signal: AbortSignal,
): Promise<PullRequestFindings> {
  const listed = await client.listOpenPullRequests(repository, signal)
  const { kind } = repository.host
  const open = listed.map((each) => openPullRequest(kind, each))
  const numbers = new Set(listed.map(({ number }) => number))
  const isComplete = listed.length < maxListed
  const closed = new Set(isComplete ? seen.filter((number) => !numbers.has(number)) : [])
  for (const number of new Set(asked.slice(0, maxAsked))) {
    if (numbers.has(number)) continue
    const found = await client.findPullRequest(repository, number, signal)
    closed.delete(number)
    if (found?.isOpen) open.push(openPullRequest(kind, found))
    else closed.add(number)
  }
  return { open, closed }
}

function openPullRequest(kind: GitHostKind, pullRequest: PullRequest): OpenPullRequest {
  const { number, title, url, author, commit, isFork, sourceBranch } = pullRequest
  const about = { number, title, url, author, commit, isFork, branch: sourceBranch }
  return { ...about, ref: refOf(kind, pullRequest) }
}

/** Bitbucket has no refs of pull requests: one of a fork is in the repository of the fork alone. */
function refOf(kind: GitHostKind, { number, isFork, sourceBranch }: PullRequest): string | null {
  if (kind === 'gitlab') return `refs/merge-requests/${number}/head`
  if (kind === 'bitbucket') return isFork ? null : `refs/heads/${sourceBranch}`
  return `refs/pull/${number}/head`
}

export interface GitSituation {
  /** By number; hosts keep the refs of closed pull requests, too. */
  heads: ReadonlyMap<number, PullRequestHead>
  /** Of previews that are there. */
  previewed: readonly number[]
  announced: readonly { number: number; isClosed: boolean }[]
  /** The highest number at the last look; `null` at the first. */
  highest: number | null
}

/**
 * What refs tell about pull requests, where the host cannot be asked: those are open that have a preview, were announced
 * as open, or have a number that is new. Whether one is of a fork is not known, so each counts as one.
 */
export function findByRefs(situation: GitSituation): PullRequestFindings & { highest: number } {
  const { heads, previewed, announced, highest } = situation
  const closed = new Set(announced.filter(({ isClosed }) => isClosed).map(({ number }) => number))
  for (const number of previewed) if (!heads.has(number)) closed.add(number)
  const wanted = new Set([
    ...previewed,
    ...announced.map(({ number }) => number),
    ...[...heads.keys()].filter((number) => highest !== null && number > highest),
  ])
  const open = [...wanted]
    .filter((number) => !closed.has(number))
    .sort((a, b) => b - a)
    .flatMap((number) => {
      const head = heads.get(number)
      return head ? [strangerOf(number, head)] : []
    })
  return { open, closed, highest: Math.max(highest ?? 0, 0, ...heads.keys()) }
}

const strangerOf = (number: number, { commit, ref }: PullRequestHead): OpenPullRequest => ({
  number,
  commit,
  ref,
  title: '',
  url: '',
  author: '',
  branch: '',
  isFork: true,
})
