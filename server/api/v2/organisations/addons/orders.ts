import { addonAnswer, addonOrOutcome } from '#api/answers/addons.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { object, optional, record, string, unknown } from '#kit/schema.ts'
import { permitApplication } from '#platform/identity/access/permit.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import { retryAddon } from '#platform/marketplace/addons/worker/retry.ts'
import { findOffer } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import { parseApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { zoneOf } from './zone-of.ts'

const path = '/v2/organisations/:ownerId/addons'

/** How other platforms are paid at the order: an order here is paid with the invoice of its month. */
const paymentFields = {
  paymentIntent: optional(record(unknown)),
  paymentMethodType: optional(string),
  sepaSourceId: optional(string),
}

function refusePayment(body: Partial<Record<keyof typeof paymentFields, unknown>>): void {
  const names = Object.keys(paymentFields) as (keyof typeof paymentFields)[]
  const given = names.find((name) => body[name] !== undefined)
  if (given)
    throw new Refusal(
      'invalid',
      `An order is paid with the invoice of its month: leave out ${given}.`,
    )
}

export const postAddon = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'order' },
  workload: 'built-in providers',
  action: 'addon.order',
  summary: 'Orders an add-on from a provider; without a plan the cheapest',
  body: object({
    name: optional(string),
    providerId: string,
    plan: optional(string),
    region: optional(string),
    version: optional(string),
    options: optional(record(unknown)),
    linkedApp: optional(string),
    ...paymentFields,
  }),
  answer: addonAnswer,
  async handle({ platform, caller, ownerId, body }) {
    const { name, providerId, version, linkedApp } = body
    refusePayment(body)
    const application =
      linkedApp &&
      (await permitApplication(platform, caller, 'operate', parseApplicationId(linkedApp), ownerId))
    const offer = await findOffer(platform, ownerId, providerId)
    const addon = await orderAddon(platform, {
      ownerId,
      providerId,
      orderedBy: caller.userId,
      planId: choosePlan(offer, body.plan).id,
      name: name || offer.provider.presentation.name,
      zone: zoneOf(offer, body.region),
      options: { ...body.options, ...(version && { version }) },
    })
    if (application) await linkAddon(platform, addon, application)
    return addonRecord(platform, addon)
  },
})

export const deleteAddonForGood = endpoint({
  method: 'DELETE',
  path: `${path}/:addonId`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.delete',
  summary: 'Deletes an add-on with everything in it',
  answer: outcome,
  async handle({ platform, addon }) {
    const left = await deleteAddon(platform, addon)
    return done(
      left === undefined
        ? `The add-on ${addon.name} was deleted.`
        : `The add-on ${addon.name} is being deleted: its provider has not confirmed it yet and is asked again.`,
    )
  },
})

export const postRetry = endpoint({
  method: 'POST',
  path: `${path}/:addonId/retry`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.retry',
  summary: 'Asks the provider again, at once, about an add-on that is uncertain or being deleted',
  answer: addonOrOutcome,
  async handle({ platform, addon }) {
    const left = await retryAddon(platform, addon)
    return left ? addonRecord(platform, left) : done(`The add-on ${addon.name} was deleted.`)
  },
})
