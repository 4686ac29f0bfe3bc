import { type Consumer, operatorOwner } from '#platform/model/identity/access/consumer.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { Platform } from '#platform/platform.ts'
import { SettingsError } from '#settings/settings.ts'

type Pair = Pick<Consumer, 'key' | 'secret' | 'acceptsUnsignedQuery'>

/** Replaces the operator's consumers by those of the settings; tokens of unchanged ones stay valid. */
export async function registerConsumers(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  pairs: readonly Pair[],
): Promise<void> {
  await store.transaction(async (inside) => {
    const registered = await inside.consumers.listOf(operatorOwner)
    const isSame = (one: Pair) => (other: Pair) =>
      one.key === other.key && one.secret === other.secret
    for (const consumer of registered) {
      if (!pairs.some(isSame(consumer))) await inside.consumers.remove(consumer.key)
    }
    for (const pair of pairs) {
      if (registered.some(isSame(pair))) {
        const { acceptsUnsignedQuery } = pair
        await inside.consumers.change(pair.key, { acceptsUnsignedQuery })
        continue
      }
      if (await inside.consumers.find(pair.key)) {
        throw new SettingsError([`BERTH_CONSUMERS names ${pair.key}, which is in use already`])
      }
      await inside.consumers.add(toConsumer(pair, clock()))
    }
  })
}

const toConsumer = (pair: Pair, createdAt: number): Consumer => ({
  ...pair,
  createdAt,
  ownerId: operatorOwner,
  rights: everyRight,
  name: `Program ${pair.key}`,
  description: '',
  url: '',
  picture: '',
  baseUrl: '',
})
