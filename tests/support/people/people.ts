import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import { openSession } from '#platform/identity/access/login/sessions.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import type { Consumer } from '#platform/model/identity/access/consumer.ts'
import { everyRight, type Right } from '#platform/model/identity/access/rights.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { ApiTokenId, OrganisationId, OwnerId, UserId } from '#platform/model/ids.ts'
import type { TestApi } from '#tests/support/platform/api.ts'

type EtcFiles = Pick<TestApi, 'platform' | 'account'>

export interface PersonOptions {
  /** Role in an organisation; without both the user is a member of none. */
  role?: Role
  organisationId?: OrganisationId
  /** Rights of the access token; by default all. */
  rights?: readonly Right[]
  /** Consumer of the token; by default that of the command-line tools. */
  consumer?: Pick<Consumer, 'key' | 'secret'>
  passwordHash?: string
}

export interface Person {
  id: UserId
  email: string
  token: string
  secret: string
  /** An Authorization header valid for any request. */
  authorization: string
}

/** Creates a user with an access token. */
export async function somebody(around: EtcFiles, wanted: PersonOptions = {}): Promise<Person> {
  const { store } = around.platform
  const id = newId('user')
  const email = `${id.slice(5, 13)}@people.test`
  await store.users.add(newUser(id, { email, passwordHash: wanted.passwordHash ?? '' }, 1))
  const { role, organisationId } = wanted
  if (role && organisationId) {
    await store.members.put({ organisationId, userId: id, role, job: '' })
  }
  return { id, email, ...(await tokenOf(around, id, wanted)) }
}

/** Issues another access token of a user. */
export async function tokenOf(
  { platform, account }: EtcFiles,
  userId: UserId,
  { rights = everyRight, consumer }: Pick<PersonOptions, 'rights' | 'consumer'> = {},
): Promise<Pick<Person, 'token' | 'secret' | 'authorization'>> {
  const consumerKey = consumer?.key ?? account.consumerKey
  const consumerSecret = consumer?.secret ?? account.consumerSecret
  const issue = { consumerKey, userId, rights, for: 'tool' } as const
  const { token, secret } = await issueAccessToken(platform, issue)
  const credentials = { consumerKey, consumerSecret, token, secret }
  return { token, secret, authorization: plaintextHeader(credentials) }
}

/** Registers a third-party consumer with these rights only. */
export async function aConsumer(
  { platform }: EtcFiles,
  ownerId: OwnerId,
  rights: readonly Right[],
): Promise<Consumer> {
  const consumer = {
    key: newSecret(),
    secret: newSecret(),
    ownerId,
    rights,
    createdAt: 1,
    name: 'Program',
    description: '',
    url: 'https://program.test/',
    picture: '',
    baseUrl: 'https://program.test',
    acceptsUnsignedQuery: false,
  }
  await platform.store.consumers.add(consumer)
  return consumer
}

/** Logs a user in to the pages; returns the secret of the cookie. */
export async function sessionOf({ platform }: EtcFiles, userId: UserId): Promise<string> {
  const user = await platform.store.users.find(userId)
  if (!user) throw new Error(`${userId} is gone`)
  return openSession(
    platform,
    { user, isSecondFactorPassed: true },
    { from: '127.0.0.1', browser: '', system: '' },
  )
}

/** Authorization header of an API token, which the bridge accepts. */
export async function bearerOf(
  { platform }: EtcFiles,
  userId: UserId,
  { expiresAt = platform.clock() + 3_600_000 } = {},
): Promise<{ id: ApiTokenId; authorization: string }> {
  const [id, text] = [newId('api_tokens'), newSecret()]
  const now = platform.clock()
  await platform.store.apiTokens.add({
    id,
    digest: digestOf(text),
    userId,
    name: 'script',
    description: '',
    createdAt: now,
    expiresAt,
    from: '127.0.0.1',
    lastUsedAt: now,
  })
  return { id, authorization: `Bearer ${text}` }
}
