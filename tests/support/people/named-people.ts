import type { AccessCredentials } from '#client/http/node/credentials.ts'
import { newId } from '#kit/text/ids.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight, type Right } from '#platform/model/identity/access/rights.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import { newUser, type User } from '#platform/model/identity/accounts/user.ts'
import type { OrganisationId, UserId } from '#platform/model/ids.ts'
import type { TestPlatform } from '#tests/support/platform/platform.ts'
import { tokenOf } from './people.ts'

type Place = Pick<TestPlatform, 'platform' | 'account'>

/** Creates a user, with a role in an organisation if given. */
export async function addPerson(
  { platform }: Pick<Place, 'platform'>,
  { name, at, role = 'DEVELOPER' }: { name: string; at?: OrganisationId; role?: Role },
): Promise<User> {
  const email = `${name.toLowerCase()}@example.test`
  const user = newUser(newId('user'), { email, name, passwordHash: '' }, 1)
  await platform.store.users.add(user)
  if (at) await platform.store.members.put({ organisationId: at, userId: user.id, role, job: '' })
  return user
}

/** Access token of a user through the command-line consumer, with every right or fewer. */
export async function credentialsOf(
  place: Place,
  userId: UserId,
  rights: readonly Right[] = everyRight,
): Promise<AccessCredentials> {
  const { consumerKey, consumerSecret } = place.account
  const { token, secret } = await tokenOf(place, userId, { rights })
  return { consumerKey, consumerSecret, token, secret }
}

/** The caller for a user, as the platform's functions take it. */
export const callerFor = (userId: UserId, rights: readonly Right[] = everyRight): Caller => ({
  userId,
  credential: 'access token',
  credentialId: 'test',
  rights,
})
