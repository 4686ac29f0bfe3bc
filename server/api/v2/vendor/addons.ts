import { addonAnswer } from '#api/answers/addons.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { object, optional, record, string, unknown } from '#kit/schema.ts'
import { orderForCustomer } from '#platform/marketplace/providers/calls/order-for-customer.ts'

export const postVendorAddon = endpoint({
  method: 'POST',
  path: '/v2/vendor/addons',
  access: 'provider',
  workload: 'built-in providers',
  summary:
    'Orders an add-on of any provider for a customer, on behalf of an add-on of the provider',
  body: object({
    organisationId: string,
    userId: string,
    providerId: string,
    addonId: string,
    plan: optional(string),
    name: optional(string),
    region: optional(string),
    options: optional(record(unknown)),
  }),
  answer: addonAnswer,
  async handle({ platform, provider, body, from }) {
    const addon = await orderForCustomer(platform, provider, {
      ownerId: body.organisationId,
      userId: body.userId,
      onBehalfOf: body.addonId,
      providerId: body.providerId,
      planId: body.plan,
      name: body.name,
      zone: body.region,
      options: body.options ?? {},
      from,
    })
    return addonRecord(platform, addon)
  },
})
