import { isId } from '#kit/text/ids.ts'
import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Provider } from './provider.ts'

const maxTesters = 1000

/**
 * Lets an owner order before everybody may. Owners are named by ids only: to take addresses would tell providerClient who
 * has an account here.
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

/** What the tester has ordered already stays. */
export async function removeTester(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: Pick<Provider, 'id'>,
  ownerId: string,
): Promise<void> {
  const tester = (await store.testers.listOf(providerId)).find((id) => id === ownerId)
  if (!tester) throw new Refusal('missing', `There is no tester ${ownerId.slice(0, 100)}.`)
  await store.testers.remove(providerId, tester)
}
