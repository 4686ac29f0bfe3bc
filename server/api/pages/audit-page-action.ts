import type { Caller } from '#platform/access/caller.ts'
import { everyRight } from '#platform/access/rights.ts'
import type { User } from '#platform/accounts/users/user.ts'
import { recordAction } from '#platform/audit/audit-log.ts'
import type { PageCall } from './page-endpoint.ts'
import type { Visit } from './visit.ts'

/** Writes down what a user has done with their own account on a page. */
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

/** A user on our own pages, who may do there whatever their role allows. */
export const callerOn = ({ session }: Visit, { id }: User): Caller => ({
  userId: id,
  credential: 'session',
  rights: everyRight,
  credentialId: session?.digest.slice(0, 16) ?? '',
})
