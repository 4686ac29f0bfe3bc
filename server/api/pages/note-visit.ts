import { everyRight } from '#platform/access/rights.ts'
import type { User } from '#platform/accounts/user.ts'
import { noteDeed } from '#platform/audit/note-deed.ts'
import type { PageCall } from './page-endpoint.ts'

/** Writes down what a user has done with their own account on a page. */
export async function noteVisit(
  { platform, visit, from }: PageCall,
  user: User,
  action: string,
  target = '',
): Promise<void> {
  const credentialId = visit.session?.digest.slice(0, 16) ?? ''
  await noteDeed(
    platform,
    { userId: user.id, credential: 'session', credentialId, rights: everyRight },
    { ownerId: user.id, action, target, outcome: 'done', from },
  )
}
