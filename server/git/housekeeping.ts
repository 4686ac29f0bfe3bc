import type { Listener, RepositoryAccess } from './git-session.ts'
import { packsOf, removeAbandoned } from './repository.ts'

const maxPacks = 50
const timeout = 600_000

/** Repacks a repository in the background. Nothing is pruned: an unreachable commit may still be redeployed. */
export function tidyPacks(
  { git, inTurn, reportBug }: Listener,
  { applicationId, repository }: RepositoryAccess,
): void {
  inTurn(`packs of ${applicationId}`, async () => {
    await removeAbandoned(git, repository)
    if ((await packsOf(repository)).count <= maxPacks) return
    const args = [`--git-dir=${repository}`, 'repack', '--quiet', '-d', '--geometric=2']
    await git.runOrThrow(args, { repository, timeout })
  }).catch(reportBug)
}
