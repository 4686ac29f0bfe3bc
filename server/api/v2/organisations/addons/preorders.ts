import { billingAnswer } from '#api/answers/billing/invoices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { addressToWire, amountsToWire } from '#api/v2/organisations/payments/billing-record.ts'
import { object, optional, record, string, unknown } from '#kit/schema.ts'
import { type Preorder, preorder } from '#platform/marketplace/addons/orders/preorder.ts'
import { findOffer } from '#platform/marketplace/providers/catalogue.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { zoneOf } from './zone-of.ts'

export const postPreorder = endpoint({
  method: 'POST',
  path: '/v2/organisations/:ownerId/addons/preorders',
  access: { on: 'owner', may: 'order' },
  isQuestion: true,
  summary: 'Shows what a month of an add-on would cost with VAT; nothing is ordered',
  body: object({
    providerId: string,
    plan: optional(string),
    region: optional(string),
    name: optional(string),
    version: optional(string),
    options: optional(record(unknown)),
  }),
  answer: billingAnswer,
  async handle({ platform, ownerId, body }) {
    const { providerId, plan, region, name, version } = body
    const offer = await findOffer(platform, ownerId, providerId)
    const priced = await preorder(platform, {
      ownerId,
      providerId,
      planId: plan,
      zone: zoneOf(offer, region),
      name: name ?? offer.provider.presentation.name,
      options: { ...body.options, ...(version && { version }) },
    })
    return preorderToWire(priced, ownerId, platform.clock())
  },
})

const preorderToWire = (priced: Preorder, ownerId: OwnerId, date: number) => ({
  id: '',
  number: '',
  status: 'PENDING' as const,
  emissionDate: new Date(date).toISOString(),
  ...addressToWire(priced.buyer),
  target: ownerId,
  fromSubscription: false,
  ...amountsToWire(priced),
  type: 'ADDON_PREORDER' as const,
  targetId: ownerId,
  forId: ownerId,
  payWhen: 'PAY_NEXT_MONTH' as const,
})
