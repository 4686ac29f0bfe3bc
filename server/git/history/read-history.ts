import type { GitResult } from '#git/git.ts'
import { type RepositoryFolder, repositoryPath } from '#git/repository.ts'
import type {
  CommitComparison,
  CommitHistory,
} from '#platform/model/hosting/commits/commit-comparison.ts'
import {
  boundedSummary,
  cleanLine,
  subjectOf,
} from '#platform/model/hosting/commits/commit-summary.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type LoggedCommit, logFormat, parseLog } from './parse-log.ts'

export interface HistoryQuestion {
  commit: string
  /** What it is compared with; `null` for nothing. */
  since: string | null
}

export interface HistoryLimits {
  /** Of each command; a deployment waits for them. */
  timeout: number
  /** Commits that are counted. */
  maxCounted: number
}

const usualLimits: HistoryLimits = { timeout: 5000, maxCounted: 500 }
const maxListed = 20
const maxAuthor = 200
/** What the runner of git keeps of an output. */
const maxOutput = 1024 * 1024

/**
 * Reads a commit, and what it has that another one has not: usually one process for both, because a push waits for it. What the
 * repository lacks, or takes too long to tell, is absent.
 */
export async function readHistory(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
  { commit, since }: HistoryQuestion,
  { timeout, maxCounted }: HistoryLimits = usualLimits,
): Promise<CommitHistory> {
  if (![commit, since ?? commit].every((id) => /^[0-9a-f]{40}$/.test(id))) return nothing
  const repository = repositoryPath(folder, applicationId)
  const run = (args: readonly string[]): Promise<GitResult> =>
    git.run([`--git-dir=${repository}`, ...args], { repository, timeout })
  const log = async (...args: string[]) => {
    const { code, stdout } = await run([...logFormat, ...args, '--'])
    return code === 0 ? { commits: parseLog(stdout), isCut: stdout.length >= maxOutput } : undefined
  }

  const isCompared = since !== null && since !== commit
  const both = isCompared
    ? await log('--left-right', `--max-count=${maxCounted + 1}`, `${since}...${commit}`)
    : undefined
  const own =
    both?.commits.find((each) => each.commit === commit) ?? (await log('-1', commit))?.commits[0]
  const summary = own && boundedSummary(summaryOf(own))
  if (since === commit && own) return { summary, comparison: comparisonOf([], false) }
  if (!both) return { summary, comparison: undefined }
  const isPartial = both.isCut || both.commits.length > maxCounted
  const comparison = comparisonOf(both.commits.slice(0, maxCounted), isPartial)
  if (!isPartial || comparison.behindBy > 0) return { summary, comparison }
  // What was not counted may be older than all that was.
  const { code } = await run(['merge-base', '--is-ancestor', since ?? commit, commit])
  if (code === 0) return { summary, comparison }
  return { summary, comparison: code === 1 ? { ...comparison, behindBy: 1 } : undefined }
}

const nothing: CommitHistory = { summary: undefined, comparison: undefined }

const summaryOf = ({ side: _, ...summary }: LoggedCommit) => summary

function comparisonOf(commits: readonly LoggedCommit[], isPartial: boolean): CommitComparison {
  const ahead = commits.filter(({ side }) => side === 'right')
  return {
    aheadBy: ahead.length,
    behindBy: commits.length - ahead.length,
    isPartial,
    newest: ahead.slice(0, maxListed).map(({ commit, author, message }) => ({
      commit,
      author: cleanLine(author, maxAuthor),
      subject: subjectOf(message),
    })),
  }
}
