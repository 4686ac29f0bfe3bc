import { newSecret } from '#kit/text/ids.ts'
import { refuseGoneOwner } from '#platform/identity/accounts/owner.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { quotaAccountOf, sharedByAccount } from '#platform/identity/quotas.ts'
import type { Consumer, ConsumerChange } from '#platform/model/identity/access/consumer.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { validateConsumer } from './validate-consumer.ts'

const maxPerAccount = 100

type Context = Pick<Platform, 'store' | 'clock'>

/** Input for a new consumer; omitted fields are empty. */
export type ConsumerInput = ConsumerChange & Pick<Consumer, 'name' | 'baseUrl'>

export async function createConsumer(
  { store, clock }: Context,
  ownerId: OwnerId,
  input: ConsumerInput,
): Promise<Consumer> {
  validateConsumer(input)
  const consumer: Consumer = {
    description: '',
    url: '',
    picture: '',
    rights: [],
    acceptsUnsignedQuery: false,
    ...input,
    key: newSecret(),
    secret: newSecret(),
    ownerId,
    createdAt: clock(),
  }
  await store.transaction(async (inside) => {
    await refuseGoneOwner(inside, ownerId)
    const account = await quotaAccountOf(inside, ownerId)
    if ((await inside.consumers.countOfQuotaAccount(account)) >= maxPerAccount) {
      throw new Refusal(
        'conflict',
        `There are ${maxPerAccount} OAuth consumers already: delete one first. ${sharedByAccount}`,
      )
    }
    await inside.consumers.add(consumer)
  })
  return consumer
}

/** The owner's consumer; another owner's is reported as missing. */
export async function getConsumer(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  key: string,
): Promise<Consumer> {
  const consumer = await store.consumers.find(key)
  if (consumer?.ownerId === ownerId) return consumer
  throw new Refusal('missing', `There is no OAuth consumer ${key.slice(0, 100)}.`)
}

/** Rights that are removed take effect at once, for access tokens issued earlier as well. */
export async function changeConsumer(
  platform: Context,
  ownerId: OwnerId,
  key: string,
  change: ConsumerChange,
): Promise<Consumer> {
  const consumer = await getConsumer(platform, ownerId, key)
  validateConsumer(change)
  await platform.store.consumers.change(key, change)
  return { ...consumer, ...change }
}

/** The old secret signs nothing any more; what users have granted stays. */
export async function rotateConsumerSecret(
  platform: Context,
  ownerId: OwnerId,
  key: string,
): Promise<Consumer> {
  const consumer = await getConsumer(platform, ownerId, key)
  const secret = newSecret()
  await platform.store.consumers.change(key, { secret })
  return { ...consumer, secret }
}

/** Also revokes every token issued through the consumer. */
export async function deleteConsumer(
  platform: Context,
  ownerId: OwnerId,
  key: string,
): Promise<Consumer> {
  const consumer = await getConsumer(platform, ownerId, key)
  await platform.store.consumers.remove(key)
  return consumer
}
