import { newId } from '#kit/text/ids.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { AuthorId, ProviderOwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type AuditEntry, shortened } from './entry.ts'

export type AuditedAction = Pick<AuditEntry, 'ownerId' | 'action' | 'target' | 'outcome' | 'from'>

/** How an action ended, and what is known about it only then. */
export interface ActionEnd {
  outcome: Exclude<AuditEntry['outcome'], 'begun'>
  ownerId?: ProviderOwnerId
  target?: string
}

const maxTargetLength = 300

/** Whoever acts: a caller, or somebody without an account who has followed a mailed link. */
type Author = Omit<Caller, 'userId'> & { userId: AuthorId }

type Context = Pick<Platform, 'store' | 'clock'>

/** Writes down what a caller did, or tried to do, to the things of an owner. */
export async function recordAction(
  platform: Context,
  author: Author,
  action: AuditedAction,
): Promise<void> {
  await platform.store.audit.add(entryOf(platform, author, action))
}

/**
 * Writes down what a caller is about to do, so that nothing can happen unrecorded, and gives the way to add how it
 * ended. An entry that stays `begun` is one whose end nobody saw.
 */
export async function beginAction(
  platform: Context,
  author: Author,
  action: Omit<AuditedAction, 'outcome'>,
): Promise<(ending: ActionEnd) => Promise<void>> {
  const entry = entryOf(platform, author, { ...action, outcome: 'begun' })
  await platform.store.audit.add(entry)
  return async ({ outcome, ownerId = entry.ownerId, target = entry.target }) => {
    const kept = target.slice(0, maxTargetLength)
    await platform.store.audit.settle(entry.id, { outcome, ownerId, target: kept })
  }
}

const entryOf = ({ clock }: Context, author: Author, action: AuditedAction): AuditEntry => ({
  id: newId('audit'),
  date: clock(),
  ...action,
  target: action.target.slice(0, maxTargetLength),
  userId: author.userId,
  credential: author.credential,
  credentialId:
    author.credential === 'access token' ? shortened(author.credentialId) : author.credentialId,
  consumerKey: author.consumerKey ?? '',
})
