import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { callerOfSession } from '#platform/model/identity/access/session.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { PageCall } from './page-endpoint.ts'
import type { Visit } from './visit.ts'

/** Writes an audit entry for an action of a user on a page. */
export async function noteVisit(
  { platform, visit, from }: PageCall,
  user: User,
  action: Action,
  target = '',
): Promise<void> {
  await recordAction(platform, callerOn(visit, user), {
    ownerId: user.id,
    action,
    target,
    from,
    outcome: 'done',
  })
}

/** The caller of our own pages; somebody who has only just signed up has no session yet. */
export const callerOn = ({ session }: Visit, { id }: User): Caller =>
  callerOfSession({ userId: id, digest: session?.digest ?? '' })
