import { endpoint } from '#api/endpoint.ts'
import { done } from '#api/reply.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { object, string } from '#kit/schema.ts'
import type { Addon, PlanSwitch } from '#platform/addons/addon.ts'
import { cancelPlanSwitch } from '#platform/addons/cancel-plan-switch.ts'
import { switchPlan } from '#platform/addons/switch-plan.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

const one = '/v2/organisations/:ownerId/addons/:addonId'
const path = `${one}/migrations`
/** The zone and the version, which clients may send too, stay as they are. */
const wish = object({ planId: string })

export const putPlanOfAddon = endpoint({
  method: 'PUT',
  path: `${one}/plan`,
  access: 'addon:order',
  action: 'addon.switch-plan',
  summary: 'Brings an add-on to another plan',
  body: wish,
  async handle({ platform, caller, addon, body }) {
    await switchPlan(platform, addon, body.planId, caller.userId)
    return addonRecord(platform, (await platform.store.addons.find(addon.id)) ?? addon)
  },
})

export const listMigrations = endpoint({
  method: 'GET',
  path,
  access: 'addon:see',
  summary: 'Lists the changes of plan of an add-on, newest first',
  handle: async ({ platform, addon }) =>
    (await platform.store.planSwitches.listOf(addon.id)).map(migrationToWire),
})

export const postMigration = endpoint({
  method: 'POST',
  path,
  access: 'addon:order',
  action: 'addon.switch-plan',
  summary: 'Brings an add-on to another plan, and shows how far that has come',
  body: wish,
  handle: async ({ platform, caller, addon, body }) =>
    migrationToWire(await switchPlan(platform, addon, body.planId, caller.userId)),
})

export const getMigration = endpoint({
  method: 'GET',
  path: `${path}/:migrationId`,
  access: 'addon:see',
  summary: 'Shows a change of plan of an add-on',
  handle: async ({ platform, addon, params }) =>
    migrationToWire(await findMigration(platform, addon, params.migrationId)),
})

export const deleteMigration = endpoint({
  method: 'DELETE',
  path: `${path}/:migrationId`,
  access: 'addon:order',
  action: 'addon.cancel-plan-switch',
  summary: 'Gives up a change of plan that is under way',
  async handle({ platform, addon, params }) {
    const planSwitch = await findMigration(platform, addon, params.migrationId)
    await cancelPlanSwitch(platform, addon, planSwitch)
    return done(`The change of plan of ${addon.name} was given up.`)
  },
})

async function findMigration(
  { store }: Pick<Platform, 'store'>,
  addon: Addon,
  id: string,
): Promise<PlanSwitch> {
  const planSwitch = await store.planSwitches.find(id)
  if (planSwitch?.addonId === addon.id) return planSwitch
  throw new Refusal('missing', `There is no change of plan ${id}.`)
}

const statusToWire = {
  RUNNING: 'RUNNING',
  OK: 'OK',
  FAILED: 'FAILED',
  CANCELLED: 'ABORTED',
} satisfies Record<PlanSwitch['state'], string>

/** Clients know a change of plan as a migration with many steps; ours has one. */
function migrationToWire({ id, state, requestedAt, endedAt, message, ...plans }: PlanSwitch) {
  const status = statusToWire[state]
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
