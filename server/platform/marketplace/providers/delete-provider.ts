import type { Platform } from '#platform/marketplace/platform.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'

/**
 * Deletes a provider. While it has add-ons it is only withdrawn: they continue, and no more can be ordered. Returns
 * the number of add-ons.
 */
export async function deleteProvider(
  { store }: Pick<Platform, 'store'>,
  { id }: Pick<Provider, 'id'>,
): Promise<number> {
  return store.transaction(async (inside) => {
    const left = await inside.addons.countOfProvider(id)
    if (left === 0) await removeWithLogo(inside, id)
    else await inside.providers.change(id, { stage: 'DELETED' })
    return left
  })
}

/** Deletes a withdrawn provider with its last add-on; call it inside the transaction that removes one. */
export async function removeIfWithdrawn(
  { store }: Pick<Platform, 'store'>,
  providerId: string,
): Promise<void> {
  const provider = await store.providers.find(providerId)
  if (provider?.stage !== 'DELETED') return
  if ((await store.addons.countOfProvider(providerId)) === 0)
    await removeWithLogo(store, providerId)
}

async function removeWithLogo(store: Store, id: string): Promise<void> {
  await store.avatars.removeOf(id)
  await store.providers.remove(id)
}
