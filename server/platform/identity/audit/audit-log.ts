import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { ChangedSubject } from '#platform/model/events/action-events.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { type AuditEntry, shortened } from '#platform/model/identity/audit/entry.ts'
import type { AuthorId, ProviderOwnerId } from '#platform/model/ids.ts'
import { resourcesOf } from './audited-resources.ts'

export type AuditedAction = Pick<AuditEntry, 'ownerId' | 'target' | 'outcome' | 'from'> & {
  action: Action
  /** What the event of the action is about; found in the target when absent. */
  subject?: ChangedSubject
}

/** Outcome of an action, with the details known only at its end. */
export interface ActionEnd {
  outcome: Exclude<AuditEntry['outcome'], 'begun'>
  ownerId?: ProviderOwnerId
  target?: string
  /** Of the entry of an end, which was written at its begin. */
  date?: number
}

const maxTargetLength = 300

/** Whoever acts: a caller, somebody without an account who has followed a mailed link, or the platform for a connected repository. */
type Author = Omit<Caller, 'userId'> & { userId: AuthorId }

export type AuditContext = Pick<Platform, 'store' | 'clock' | 'actionEvents'>

/** Writes an audit entry for an action, or an attempt at one, at an owner; what was done becomes an event as well. */
export async function recordAction(
  platform: AuditContext,
  author: Author,
  action: AuditedAction,
): Promise<void> {
  const entry = entryOf(platform, author, action)
  const about = resourcesOf(entry.target, action.subject)
  if (entry.outcome !== 'done') return platform.store.audit.add(entry, about)
  await platform.store.transaction(async (inside) => {
    await inside.audit.add(entry, about)
    await platform.actionEvents.record(inside, entry, action.subject)
  })
}

/**
 * Writes the audit entry before the action, so that none goes unrecorded, and returns a function that adds the
 * outcome, with the event of what was done. An entry that stays `begun` was cut off by a crash.
 */
export async function beginAction(
  platform: AuditContext,
  author: Author,
  action: Omit<AuditedAction, 'outcome'>,
): Promise<(ending: ActionEnd) => Promise<void>> {
  const entry = entryOf(platform, author, { ...action, outcome: 'begun' })
  await platform.store.audit.add(entry)
  return async ({ outcome, ownerId = entry.ownerId, target = entry.target, date = entry.date }) => {
    const kept = target.slice(0, maxTargetLength)
    await platform.store.transaction(async (inside) => {
      const about = resourcesOf(kept, action.subject)
      await inside.audit.settle(entry.id, { outcome, ownerId, target: kept, date }, about)
      if (outcome !== 'done') return
      const settled = { ...entry, date: platform.clock(), ownerId, target: kept }
      await platform.actionEvents.record(inside, settled, action.subject)
    })
  }
}

const entryOf = (
  { clock }: AuditContext,
  author: Author,
  { subject: _, ...action }: AuditedAction,
): AuditEntry => ({
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
