import type { Caller } from '#platform/access/caller.ts'
import { everyRight } from '#platform/access/rights.ts'
import type { User } from '#platform/accounts/users/user.ts'
import { recordAction } from '#platform/audit/audit-log.ts'
import type { PageCall } from './page-endpoint.ts'
import type { Visit } from './visit.ts'

/** Writes an audit entry for an action of a user on a page. */
export async function noteVisit(
  { platform, visit, from }: PageCall,
  user: User,
  action: string,
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

/** The caller of our own pages, with all rights of the user's role. */
export const callerOn = ({ session }: Visit, { id }: User): Caller => ({
  userId: id,
  credential: 'session',
  rights: everyRight,
  credentialId: session?.digest.slice(0, 16) ?? '',
})
