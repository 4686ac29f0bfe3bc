import type { Listener, RepositoryAccess } from '#git/git-session.ts'
import { packsOf } from '#git/repository.ts'

/** How much a push may send. */
export interface PushQuota {
  bytes: number
  /** The few words that git prints behind a ref when more came. */
  reason: string
  /** The sentence that explains them. */
  sentence: string
}

/** A push that only moves the branch to a commit that is already there sends less than this. */
const always = 1024

/** One push has a limit, and all pushes together have one. */
export async function pushQuotaOf(
  { limits }: Pick<Listener, 'limits'>,
  { repository }: Pick<RepositoryAccess, 'repository'>,
): Promise<PushQuota> {
  const { bytes } = await packsOf(repository)
  const free = Math.max(always, limits.repositoryBytes - bytes)
  if (limits.pushBytes <= free) {
    const most = inWords(limits.pushBytes)
    return {
      bytes: limits.pushBytes,
      reason: `the push is larger than ${most}`,
      sentence: `One push may send ${most}. Is there something in it that is not source, such as node_modules?`,
    }
  }
  const most = inWords(limits.repositoryBytes)
  return {
    bytes: free,
    reason: `the repository would be larger than ${most}`,
    sentence: `A repository may hold ${most} and this one holds ${inWords(bytes)}. A new application begins with an empty one.`,
  }
}

function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let at = 0
  let amount = bytes
  for (; amount >= 1024 && at < units.length - 1; at += 1) amount /= 1024
  return `${Number(amount.toFixed(1))} ${units[at]}`
}
