import { permissions, type Rule } from '#platform/access/permissions.ts'
import { isPersonalSpace } from '#platform/accounts/organisation.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Addon } from './addon.ts'
import type { Asking } from './ask-partner.ts'
import { orderAddon } from './order.ts'
import { addonOfPartner } from './partner-view.ts'
import type { Provider } from './provider.ts'

/** What a partner orders for a customer of its own. */
export interface CustomerOrder {
  ownerId: string
  /** Whoever asked the partner for it: somebody who might have ordered it themselves. */
  userId: string
  /** The partner's own add-on that needs the other one. */
  onBehalfOf: string
  providerId: string
  planId: string | undefined
  name: string | undefined
  zone: string | undefined
  options: Readonly<Record<string, unknown>>
}

/** A partner may order for whoever has an add-on of it, in the name of somebody who may order there. */
export async function orderForCustomer(
  platform: Asking,
  partner: Provider,
  order: CustomerOrder,
): Promise<Addon> {
  const needing = await addonOfPartner(platform, partner, order.onBehalfOf)
  if (needing.ownerId !== order.ownerId) {
    throw new Refusal('missing', `${order.onBehalfOf} is not an add-on of ${order.ownerId}.`)
  }
  if (!(await mayOrder(platform, order))) {
    throw new Refusal('forbidden', `${order.userId} may not order add-ons for ${order.ownerId}.`)
  }
  const { ownerId, providerId, planId, options } = order
  return orderAddon(platform, {
    ...{ ownerId, providerId, planId, options, orderedBy: order.userId },
    name: order.name ?? needing.name,
    zone: order.zone ?? needing.zone,
  })
}

async function mayOrder({ store }: Asking, { ownerId, userId }: CustomerOrder): Promise<boolean> {
  if (isPersonalSpace(ownerId)) return ownerId === userId
  const member = await store.members.find(ownerId, userId)
  const { roles }: Rule = permissions.order
  return member !== undefined && roles.includes(member.role)
}
