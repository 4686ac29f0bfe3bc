import { findAddon } from '#platform/marketplace/addons/find-addon.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { AddonReference, OwnerId } from '#platform/model/ids.ts'
import type { Addon, AddonState } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** States visible to the provider: none before it has answered the order. */
export const knownToProvider: readonly AddonState[] = ['pending', 'ready', 'suspended', 'deleting']

/** The provider's add-on, by either id; any other is reported as missing. */
export async function addonOfProvider(
  platform: Pick<Platform, 'store'>,
  { id: providerId }: Provider,
  addonId: AddonReference,
): Promise<Addon> {
  const addon = await findAddon(platform, { addonId, providerId })
  // An add-on deleted before its order was answered is not visible either.
  if (addon?.realId && knownToProvider.includes(addon.state)) return addon
  throw new Refusal(
    'missing',
    `There is no add-on ${addonId} of ${providerId}, or the order for it has not been answered yet.`,
  )
}

/** Owner of an add-on, as shown to its provider. */
export interface KnownOwner {
  name: string
  /** Confirmed addresses of a user, or of an organisation's administrators; primary ones first. */
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
