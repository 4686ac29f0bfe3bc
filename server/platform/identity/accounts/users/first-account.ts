import { newId, newSecret } from '#kit/text/ids.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { platformOwner } from '#platform/model/identity/access/consumer.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { newOrganisation } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { OrganisationId } from '#platform/model/ids.ts'

/** Credentials for the operator's first login. */
export interface FirstAccount {
  email: string
  password: string
  token: string
  secret: string
  consumerKey: string
  consumerSecret: string
  organisationId: OrganisationId
}

/** Differs from the name of the user's personal space, so that tools can tell the two apart. */
const organisationName = (userName: string) => `${userName}-org`

/**
 * Creates the first account, its organisation and the consumer of the command-line tools at the first start. All
 * secrets are random. The account is stored only after `handOver` has delivered them to the operator.
 */
export async function createFirstAccount(
  { store, clock, passwords }: Pick<Platform, 'store' | 'clock' | 'passwords'>,
  email: string,
  handOver: (account: FirstAccount) => Promise<void>,
): Promise<FirstAccount> {
  const password = newSecret(24)
  const passwordHash = await passwords.hash(password)
  const createdAt = clock()
  return store.transaction(async (inside) => {
    const userId = newId('user')
    const organisationId = newId('orga')
    const user = newUser(userId, { email, passwordHash }, createdAt)
    await inside.users.add(user)
    const name = organisationName(user.name)
    const organisation = newOrganisation(organisationId, name, createdAt, userId)
    await inside.organisations.add(organisation)
    await inside.members.put({ organisationId, userId, role: 'ADMIN', job: '' })
    const consumer = { key: newSecret(), secret: newSecret() }
    await inside.consumers.add({
      ...consumer,
      name: 'Command-line tools',
      description: '',
      url: '',
      picture: '',
      baseUrl: '',
      ownerId: platformOwner,
      rights: everyRight,
      acceptsUnsignedQuery: false,
      createdAt,
    })
    const { token, secret } = await issueAccessToken(
      { store: inside, clock },
      { consumerKey: consumer.key, userId, rights: everyRight, for: 'tool' },
    )
    const account = {
      email,
      password,
      token,
      secret,
      consumerKey: consumer.key,
      consumerSecret: consumer.secret,
      organisationId,
    }
    await handOver(account)
    return account
  })
}
