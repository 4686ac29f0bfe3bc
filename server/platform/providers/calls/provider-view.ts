import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { Addon, AddonState } from '#platform/addons/addon.ts'
import { findAddon } from '#platform/addons/find-addon.ts'
import type { AddonReference, OwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from '#platform/providers/provider.ts'
import { Refusal } from '#platform/refusal.ts'

/** Before a provider has answered the order, an add-on does not exist for it. */
export const knownToProvider: readonly AddonState[] = ['pending', 'ready', 'suspended', 'deleting']

/** The provider's own add-on, by either of its ids; any other answers like one that does not exist. */
export async function addonOfProvider(
  platform: Pick<Platform, 'store'>,
  { id: providerId }: Provider,
  addonId: AddonReference,
): Promise<Addon> {
  const addon = await findAddon(platform, { addonId, providerId })
  // One that is deleted before its order was answered is still not there.
  if (addon?.realId && knownToProvider.includes(addon.state)) return addon
  throw new Refusal(
    'missing',
    `There is no add-on ${addonId} of ${providerId}, or the order for it has not been answered yet.`,
  )
}

/** Who owns an add-on, as its provider may know it. */
export interface KnownOwner {
  name: string
  /** Of a user the confirmed addresses, of an organisation those of its administrators; main ones first. */
  emails: string[]
}

export async function ownerKnownToProvider(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
): Promise<KnownOwner> {
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    const others = (await store.emails.listOf(ownerId)).filter((email) => email !== user?.email)
    return { name: user?.name ?? '', emails: user ? [user.email, ...others] : [] }
  }
  const organisation = await store.organisations.find(ownerId)
  const members = await store.members.listOf(ownerId)
  const administrators = members
    .filter(({ member }) => member.role === 'ADMIN')
    .map(({ user }) => user)
    .toSorted((one, other) => one.email.localeCompare(other.email, 'en'))
  const others = await Promise.all(administrators.map(({ id }) => store.emails.listOf(id)))
  const emails = new Set([...administrators.map(({ email }) => email), ...others.flat()])
  return { name: organisation?.name ?? '', emails: [...emails] }
}
