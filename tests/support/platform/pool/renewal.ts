import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { FirstAccount } from '#platform/identity/accounts/users/first-account.ts'
import { isUserId, type OwnerId } from '#platform/model/ids.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { patientClient } from '#tests/support/platform/patient-client.ts'
import { freshAccount, openStoreOf, tokenFor } from './fresh-account.ts'

const maxLeft = 1000

/**
 * Deletes what is left of the tests before, through the API, and makes the account for the next. Nothing is returned when others would
 * see that somebody was here before them.
 */
export async function renew(berth: TestBerth, email: string): Promise<FirstAccount | undefined> {
  const health = await fetch(`${berth.addresses.api}/health`, {
    signal: AbortSignal.timeout(60_000),
  })
  if (!health.ok) return undefined
  const store = await openStoreOf(berth.data)
  try {
    const providers = await store.providers.listAll()
    if (providers.some(({ ownerId }) => ownerId !== ownOwner)) return undefined
    const addons = await Promise.all(
      providers.map(({ id }) => store.addons.listOfProvider(id, { limit: maxLeft, offset: 0 })),
    )
    const clients = clientsOf(store, berth)
    for (const application of await store.applications.listAll())
      await gone((await clients(application.ownerId)).applications.delete(application))
    for (const addon of addons.flat())
      await gone((await clients(addon.ownerId)).addons.delete(addon))
    return await freshAccount(store, berth.admin, email)
  } finally {
    await store.close()
  }
}

/** Clients that may do everything with what somebody owns; whoever did own it may have lost their tokens. */
function clientsOf(store: Store, { addresses, admin }: TestBerth) {
  const known = new Map<string, Promise<Client>>()
  const open = async (ownerId: OwnerId) => {
    const { consumerKey, consumerSecret } = admin
    const userId = isUserId(ownerId)
      ? ownerId
      : (await store.members.findOldestAdministrator(ownerId))?.userId
    if (!userId) throw new Error(`${ownerId} has no administrator`)
    const token = await tokenFor(store, { consumerKey, userId })
    const credentials = { consumerKey, consumerSecret, ...token }
    return patientClient({ api: addresses.api, credentials })
  }
  return (ownerId: OwnerId): Promise<Client> => {
    const client = known.get(ownerId) ?? open(ownerId)
    known.set(ownerId, client)
    return client
  }
}

/** What is already being deleted is not found. */
async function gone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
