import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import type { FirstAccount } from '#platform/identity/accounts/users/first-account.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { newOrganisation } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { openSqliteStore } from '#stores/sqlite/sqlite-store.ts'
import { hashPassword } from '#tests/support/passwords.ts'

/** The key and the secret of the command-line tools of a platform. */
export type ToolConsumer = Pick<FirstAccount, 'consumerKey' | 'consumerSecret'>

/**
 * Opens the database of a running platform beside its server. The server remembers what it has read, so only what it cannot have
 * asked for may be added here, and nothing be changed.
 */
export async function openStoreOf(data: string): Promise<Store> {
  const key = await readFile(join(data, 'secret.key'), 'utf8')
  return openSqliteStore(join(data, 'berth.sqlite'), createVault(Buffer.from(key.trim(), 'hex')))
}

/** Somebody new with an organisation, as the first account of a platform is. */
export async function freshAccount(
  store: Store,
  { consumerKey, consumerSecret }: ToolConsumer,
  email: string,
): Promise<FirstAccount> {
  const [userId, organisationId] = [newId('user'), newId('orga')]
  const password = newSecret(24)
  const now = systemClock()
  const user = newUser(userId, { email, passwordHash: await hashPassword(password) }, now)
  const token = await store.transaction(async (inside) => {
    await inside.users.add(user)
    await inside.organisations.add(newOrganisation(organisationId, `${user.name}-org`, now, userId))
    await inside.members.put({ organisationId, userId, role: 'ADMIN', job: '' })
    return tokenFor(inside, { consumerKey, userId })
  })
  return { email, password, ...token, consumerKey, consumerSecret, organisationId }
}

/** One more access token of a user, with every right. */
export async function tokenFor(
  store: Store,
  { consumerKey, userId }: { consumerKey: string; userId: UserId },
): Promise<{ token: string; secret: string }> {
  const { token, secret } = await issueAccessToken(
    { store, clock: systemClock },
    { consumerKey, userId, rights: everyRight, for: 'tool' },
  )
  return { token, secret }
}
