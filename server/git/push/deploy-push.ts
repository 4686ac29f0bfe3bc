import type { Git } from '#git/git.ts'
import type { PushReceipt } from '#git/git-backend.ts'
import { inTime, type Listener, type RepositoryAccess } from '#git/git-session.ts'
import { headOf } from '#git/repository.ts'
import { Refusal } from '#platform/refusal.ts'
import { nothing, type Update } from './push-request.ts'

const timeout = 30_000

/**
 * Makes the deployment of an update that git has stored. If the platform will not have it the branch goes back
 * to where it was, so that the same push can be tried again.
 */
export async function deployPush(
  listener: Listener,
  { applicationId, repository, branch, caller, from }: RepositoryAccess,
  update: Update,
): Promise<PushReceipt> {
  const { gate, git, inTurn } = listener
  // Two pushes may reach this point in another order than git took them: the branch says which is the newer.
  return await inTurn(applicationId, async () => {
    const head = await headOf(listener, applicationId, branch)
    if (head === undefined) throw new Refusal('missing', 'The application was deleted')
    if (head !== update.to) {
      throw new Refusal(
        'conflict',
        `Another push to ${branch} came at the same moment and is deployed instead`,
      )
    }
    try {
      const push = { applicationId, commit: update.to, branch, caller, from }
      return await inTime(gate.receive(push))
    } catch (error) {
      await takeBack(git, repository, update)
      throw error
    }
  })
}

/** Undoes the update, unless the branch has moved on since. */
async function takeBack(git: Git, repository: string, { ref, from, to }: Update): Promise<void> {
  const change = from === nothing ? ['-d', ref, to] : [ref, from, to]
  const args = [`--git-dir=${repository}`, 'update-ref', ...change]
  // A repository that was deleted meanwhile has nothing to take back.
  await git.run(args, { repository, timeout }).catch(() => {})
}
