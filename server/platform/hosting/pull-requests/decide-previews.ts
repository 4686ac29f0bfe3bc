import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'

/** A pull request that is open. Where its host cannot be asked, nothing is known but its number and commit. */
export interface OpenPullRequest
  extends Pick<PullRequest, 'number' | 'title' | 'url' | 'author' | 'commit' | 'isFork'> {
  branch: string
  /** What git fetches; `null` where the repository has nothing of it. */
  ref: string | null
}

export interface PullRequestFindings {
  /** Newest first. */
  open: readonly OpenPullRequest[]
  /** Numbers that are known to be closed; one that is neither was not found out. */
  closed: ReadonlySet<number>
}

/** The most numbers whose commits are kept: a list has the newest 100, and a Git server may name any number of refs. */
const maxSeen = 1000

export type PreviewStep =
  | { do: 'create'; pullRequest: OpenPullRequest }
  | { do: 'update'; preview: PullRequestPreview; pullRequest: OpenPullRequest }
  | { do: 'remove'; preview: PullRequestPreview }

export type PullRequestPreview = Preview & { source: { kind: 'pull-request' } }

export const isOfPullRequest = (preview: Preview): preview is PullRequestPreview =>
  preview.source.kind === 'pull-request' && preview.state !== 'removing'

export interface PreviewSituation {
  previews: readonly PullRequestPreview[]
  findings: PullRequestFindings
  /** Commits for which a preview was wanted before, by number; `null` at the first look. */
  seen: Readonly<Record<number, string>> | null
  /** As many pull requests of the repository, and as many of forks, get a preview at one look. */
  maxPreviews: number
}

/**
 * What brings previews in line with pull requests. One that was removed, because it was idle or others took its place, comes back
 * with the next commit only. Of many that are new at once, the newest get one.
 */
export function decidePreviews(situation: PreviewSituation): {
  steps: PreviewStep[]
  /** What is seen after the steps. */
  seen: Record<number, string>
} {
  const { previews, findings, seen, maxPreviews } = situation
  const { open, closed } = findings
  const byNumber = new Map(previews.map((preview) => [preview.source.number, preview]))
  const steps: PreviewStep[] = previews
    .filter(({ source }) => closed.has(source.number))
    .map((preview) => ({ do: 'remove', preview }))
  const isNew = ({ number, commit }: OpenPullRequest) => seen?.[number] !== commit
  const wanted = open.filter((each) => !byNumber.has(each.number) && isNew(each))
  // Older ones would be displaced at once; and those of strangers do not keep others from theirs.
  const newest = new Set([
    ...wanted.filter(({ isFork }) => !isFork).slice(0, maxPreviews),
    ...wanted.filter(({ isFork }) => isFork).slice(0, maxPreviews),
  ])
  const created = wanted.filter((each) => newest.has(each))
  for (const pullRequest of open) {
    const preview = byNumber.get(pullRequest.number)
    if (preview && preview.commit !== pullRequest.commit) {
      steps.push({ do: 'update', preview, pullRequest })
    }
  }
  // The newest are made last: at a limit the oldest ones go.
  for (const pullRequest of created.toReversed()) steps.push({ do: 'create', pullRequest })
  const known = Object.entries(seen ?? {}).filter(([number]) => !closed.has(Number(number)))
  const now = open.map(({ number, commit }) => [number, commit])
  return { steps, seen: highest({ ...Object.fromEntries(known), ...Object.fromEntries(now) }) }
}

function highest(seen: Record<number, string>): Record<number, string> {
  const numbers = Object.keys(seen).map(Number)
  const kept = numbers.sort((a, b) => b - a).slice(0, maxSeen)
  return Object.fromEntries(kept.map((number) => [number, seen[number] ?? '']))
}
