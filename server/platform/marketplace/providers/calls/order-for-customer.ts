import { beginAction } from '#platform/identity/audit/audit-log.ts'
import { orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { permissions, type Rule } from '#platform/model/identity/access/permissions.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import {
  type AddonReference,
  isUserId,
  type OwnerId,
  type PlanReference,
  type UserId,
} from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { ProviderContext } from './call-provider.ts'
import { addonOfProvider } from './provider-view.ts'

/** A provider's order for one of its customers. */
export interface CustomerOrder {
  ownerId: string
  /** User for whom the provider orders, who must be permitted to order it. */
  userId: string
  /** The provider's add-on that needs the other one. */
  onBehalfOf: AddonReference
  providerId: string
  planId: PlanReference | undefined
  name: string | undefined
  zone: string | undefined
  options: Readonly<Record<string, unknown>>
  /** Client address of the provider. */
  from: string
}

/**
 * A provider may order for an owner that has an add-on of it, on behalf of a user permitted to order there. The owner
 * pays without having called us, so their audit log names the provider, and the rate is limited.
 */
export async function orderForCustomer(
  platform: ProviderContext & Pick<Platform, 'attempts' | 'actionEvents'>,
  provider: Provider,
  order: CustomerOrder,
): Promise<Addon> {
  const needing = await addonOfProvider(platform, provider, order.onBehalfOf)
  if (needing.ownerId !== order.ownerId) {
    throw new Refusal('missing', `${order.onBehalfOf} is not an add-on of ${order.ownerId}.`)
  }
  const { ownerId } = needing
  const { providerId, planId, options, userId, from } = order
  if (!isUserId(userId) || !(await mayOrder(platform, ownerId, userId))) {
    throw new Refusal('forbidden', `${userId} is not allowed to order add-ons for ${ownerId}.`)
  }
  await platform.attempts.count('provider order', { account: `${provider.id} ${ownerId}`, from })
  const caller = { credential: 'provider password', credentialId: provider.id, rights: [] } as const
  const target = `${providerId} ${needing.id}`
  const action = { ownerId, action: 'addon.order', target, from } as const
  const settle = await beginAction(platform, { userId, ...caller }, action)
  try {
    const addon = await orderAddon(platform, {
      ownerId,
      providerId,
      planId,
      options,
      orderedBy: userId,
      name: order.name ?? needing.name,
      zone: order.zone ?? needing.zone,
    })
    await settle({ outcome: 'done', target: `${addon.id} ${needing.id}` })
    return addon
  } catch (error) {
    if (error instanceof Refusal) await settle({ outcome: 'failed' })
    throw error
  }
}

async function mayOrder(
  { store }: ProviderContext,
  ownerId: OwnerId,
  userId: UserId,
): Promise<boolean> {
  if (isPersonalSpace(ownerId)) return ownerId === userId
  const member = await store.members.find(ownerId, userId)
  const { roles }: Rule = permissions.order
  return member !== undefined && roles.includes(member.role)
}
