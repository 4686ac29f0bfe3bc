import {
  addonAnswer,
  migrationAnswer,
  migrationList,
  migrationPreorderAnswer,
} from '#api/answers/addons.ts'
import { outcome } from '#api/answers/outcome.ts'
import { migrationStatuses } from '#api/answers/states.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { amountsToWire } from '#api/v2/organisations/payments/billing-record.ts'
import { type Infer, object, optional, string } from '#kit/schema.ts'
import { type Preorder, pricePlan } from '#platform/marketplace/addons/orders/preorder.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import { cancelPlanSwitch } from '#platform/marketplace/addons/plans/cancel-plan-switch.ts'
import { startPlanSwitch, switchPlan } from '#platform/marketplace/addons/plans/switch-plan.ts'
import { offerOf } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import { isPlanSwitchId } from '#platform/model/ids.ts'
import type { Addon, PlanSwitch } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const one = '/v2/organisations/:ownerId/addons/:addonId'
const path = `${one}/migrations`
const migrationBody = object({
  planId: string,
  region: optional(string),
  version: optional(string),
})

export const putPlanOfAddon = endpoint({
  method: 'PUT',
  path: `${one}/plan`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.switch-plan',
  summary: 'Changes the plan of an add-on',
  body: migrationBody,
  answer: addonAnswer,
  async handle({ platform, caller, addon, body }) {
    refuseMove(addon, body)
    await switchPlan(platform, addon, body.planId, caller.userId)
    return addonRecord(platform, (await platform.store.addons.find(addon.id)) ?? addon)
  },
})

export const listMigrations = endpoint({
  method: 'GET',
  path,
  access: { on: 'addon', may: 'see' },
  summary: 'Lists the changes of plan of an add-on, newest first',
  answer: migrationList,
  handle: async ({ platform, addon }) =>
    (await platform.store.planSwitches.listOf(addon.id)).map(migrationToWire),
})

export const postMigration = endpoint({
  method: 'POST',
  path,
  access: { on: 'addon', may: 'order' },
  action: 'addon.switch-plan',
  summary:
    'Begins to bring an add-on to another plan, and answers at once with the running migration',
  body: migrationBody,
  answer: migrationAnswer,
  async handle({ platform, caller, addon, body }) {
    refuseMove(addon, body)
    return migrationToWire(await startPlanSwitch(platform, addon, body.planId, caller.userId))
  },
})

export const getMigrationPreorder = endpoint({
  method: 'GET',
  path: `${path}/preorders`,
  access: { on: 'addon', may: 'order' },
  summary:
    'Shows what a month would cost with the plan in `planId`; a change of plan costs nothing itself',
  query: { planId: string },
  answer: migrationPreorderAnswer,
  async handle({ platform, addon, query }) {
    const { provider } = await requireOffer(platform, addon)
    const offer = await offerOf(platform, provider)
    const plan = choosePlan(offer, query.get('planId') || addon.planId)
    const { ownerId, zone, name } = addon
    const priced = await pricePlan(platform, { ownerId, plan, zone, name })
    return preorderToWire(addon, priced, platform.clock())
  },
})

export const getMigration = endpoint({
  method: 'GET',
  path: `${path}/:migrationId`,
  access: { on: 'addon', may: 'see' },
  summary: 'Shows a change of plan of an add-on',
  answer: migrationAnswer,
  handle: async ({ platform, addon, params }) =>
    migrationToWire(await findMigration(platform, addon, params.migrationId)),
})

export const deleteMigration = endpoint({
  method: 'DELETE',
  path: `${path}/:migrationId`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.cancel-plan-switch',
  summary: 'Gives up a change of plan that is under way',
  answer: outcome,
  async handle({ platform, addon, params }) {
    const planSwitch = await findMigration(platform, addon, params.migrationId)
    await cancelPlanSwitch(platform, addon, planSwitch)
    return done(`The change of plan of ${addon.name} was given up.`)
  },
})

function preorderToWire(addon: Addon, { plan, buyer, ...priced }: Preorder, date: number) {
  const { lines: _lines, vatRate, ...totals } = amountsToWire(priced)
  return {
    ownerId: addon.ownerId,
    target: addon.id,
    emissionDate: new Date(date).toISOString(),
    name: buyer.name,
    company: buyer.company,
    VAT: buyer.vatNumber,
    type: 'ADDON_PREORDER' as const,
    fromPlanId: addon.planId,
    planId: plan.id,
    region: addon.zone,
    lines: priced.lines.map(({ description, quantity, unitPrice, net, flavorOrPlan }) => ({
      type: 'Credits' as const,
      description,
      quantity: Number(quantity),
      tva: vatRate,
      price_unit_ht: Number(unitPrice),
      price_total_ht: Number(net),
      pack: flavorOrPlan,
      dropQuantity: Number(net),
      coupon: null,
    })),
    ...totals,
  }
}

/** Refuses a plan change that would move the add-on to another zone or version. */
function refuseMove(
  { name, zone, config }: Addon,
  { region, version }: Infer<typeof migrationBody>,
): void {
  if (region && ![zone, 'eu'].includes(region.toLowerCase())) {
    throw new Refusal('invalid', `${name} stays in the zone ${zone}: add-ons cannot be moved.`)
  }
  const current = Object.entries(config).find(([key]) => key.endsWith('_VERSION'))?.[1]
  if (version && version !== current) {
    throw new Refusal(
      'invalid',
      `${name} stays in its version${current ? ` ${current}` : ''}: a change of plan changes no version.`,
    )
  }
}

async function findMigration(
  { store }: Pick<Platform, 'store'>,
  addon: Addon,
  id: string,
): Promise<PlanSwitch> {
  const planSwitch = isPlanSwitchId(id) ? await store.planSwitches.find(id) : undefined
  if (planSwitch?.addonId === addon.id) return planSwitch
  throw new Refusal('missing', `There is no change of plan ${id}.`)
}

/** A plan change as a migration of the wire, which has many steps; ours has one. */
function migrationToWire({ id, state, requestedAt, endedAt, message, ...plans }: PlanSwitch) {
  const status = migrationStatuses[state]
  const requestDate = new Date(requestedAt).toISOString()
  const step = { name: 'UPDATE_ADDON', value: 'UPDATE_ADDON', status, startDate: requestDate }
  const endDate = endedAt === null ? {} : { endDate: new Date(endedAt).toISOString() }
  return {
    migrationId: id,
    requestDate,
    steps: [{ ...step, ...endDate, message }],
    status,
    fromPlanId: plans.fromPlanId,
    planId: plans.toPlanId,
  }
}
