import { isId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxTesters = 1000

/**
 * Allows an owner to order before the provider is public. Owners are identified by id only: e-mail addresses would
 * reveal to providers who has an account.
 */
export async function addTester(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: Pick<Provider, 'id'>,
  ownerId: string,
): Promise<void> {
  if (!isId('orga', ownerId) && !isId('user', ownerId)) {
    throw new Refusal(
      'invalid',
      'A tester is named by the id of an organisation (orga_…) or of a user (user_…).',
      { hint: 'Ask the tester for it: `berth organisations` shows it.' },
    )
  }
  await store.transaction(async (inside) => {
    const owner = isPersonalSpace(ownerId)
      ? await inside.users.find(ownerId)
      : await inside.organisations.find(ownerId)
    if (!owner) throw new Refusal('missing', `There is no organisation or user ${ownerId}.`)
    if ((await inside.testers.listOf(providerId)).length >= maxTesters)
      throw new Refusal('conflict', `${maxTesters} testers are the most.`)
    await inside.testers.add(providerId, ownerId)
  })
}

/** Existing orders of the tester stay. */
export async function removeTester(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: Pick<Provider, 'id'>,
  ownerId: string,
): Promise<void> {
  const tester = (await store.testers.listOf(providerId)).find((id) => id === ownerId)
  if (!tester) throw new Refusal('missing', `There is no tester ${ownerId.slice(0, 100)}.`)
  await store.testers.remove(providerId, tester)
}
