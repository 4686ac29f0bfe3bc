import { normaliseEmail } from '#platform/identity/access/login/authenticate-password.ts'
import type { EmailHook, EmailTarget } from '#platform/model/events/email-hook.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

export interface Recipient {
  user: User
  address: string
}

/** Members of an owner: of a personal space its user. */
async function membersOf(store: Store, ownerId: OwnerId): Promise<User[]> {
  if (!isPersonalSpace(ownerId)) {
    return (await store.members.listOf(ownerId)).map(({ user }) => user)
  }
  const user = await store.users.find(ownerId)
  return user ? [user] : []
}

/**
 * Who gets the mail of a hook, by current membership: whoever has left gets none, and no stranger ever does, because
 * only confirmed addresses of members count.
 */
export async function recipientsOf(
  store: Store,
  { ownerId, notified }: Pick<EmailHook, 'ownerId' | 'notified'>,
): Promise<Recipient[]> {
  const byAddress = new Map<string, Recipient>()
  for (const user of await membersOf(store, ownerId)) {
    const confirmed = await store.emails.listOf(user.id)
    for (const address of addressesOf(user, confirmed, notified)) {
      byAddress.set(address, { user, address })
    }
  }
  return [...byAddress.values()]
}

const addressesOf = (
  user: User,
  confirmed: readonly string[],
  notified: readonly EmailTarget[],
): string[] => notified.flatMap((target) => addressesFor(user, confirmed, target))

function addressesFor(user: User, confirmed: readonly string[], target: EmailTarget): string[] {
  switch (target.type) {
    case 'organisation':
      return [user.email]
    case 'userid':
      return target.target === user.id ? [user.email] : []
    case 'email':
      return confirmed.filter((address) => address === normaliseEmail(target.target))
  }
}
