import { rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { isPossibleSleepTimeout } from '#platform/hosting/sleep/set-sleep-timeout.ts'
import { followVariables } from '#platform/hosting/visitors/follow-variables.ts'
import { findOffer } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { findFlavor, rankOf } from '#platform/model/hosting/flavor.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import {
  maxPreviewsOfApplication,
  type PreviewAddonRule,
  type PreviewSettings,
} from '#platform/model/hosting/previews/preview-settings.ts'
import type { AddonId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { findBackup } from './addons/find-backup.ts'
import { previewSettingsOf } from './find-preview.ts'

export type PreviewSettingsChange = Partial<Omit<PreviewSettings, 'applicationId'>>

const minute = 60_000
const year = 365 * 24 * 60 * minute

/** Changes only the given settings. Another password is asked for at once; the rest holds for previews that are made later. */
export async function changePreviewSettings(
  platform: Platform,
  parent: Application,
  change: PreviewSettingsChange,
): Promise<PreviewSettings> {
  const { store } = platform
  if (parent.previewOf !== null) {
    throw new Refusal('conflict', 'A preview has no previews of its own.')
  }
  validate(platform, change)
  const addons = change.addons && (await validateAddons(platform, parent, change.addons))
  const settings = await store.transaction(async (inside) => {
    const next = {
      ...(await previewSettingsOf({ store: inside }, parent.id)),
      ...change,
      ...(addons && { addons }),
    }
    await inside.previewSettings.put(next)
    return next
  })
  if (change.password !== undefined) await demandPassword(platform, parent)
  return settings
}

function validate({ policies }: Platform, change: PreviewSettingsChange): void {
  const { maxPreviews, idleTimeout, sleepTimeout, flavor, password } = change
  if (maxPreviews !== undefined && (maxPreviews < 1 || maxPreviews > maxPreviewsOfApplication)) {
    throw new Refusal('invalid', `Allow 1 to ${maxPreviewsOfApplication} previews.`)
  }
  if (sleepTimeout && !isPossibleSleepTimeout(sleepTimeout)) {
    throw new Refusal('invalid', 'Previews sleep after 1 minute to 7 days, in whole minutes.')
  }
  if (idleTimeout && (idleTimeout < minute || idleTimeout > year)) {
    throw new Refusal(
      'invalid',
      'Previews are removed after a minute at least, and a year at most.',
    )
  }
  if (flavor && !findFlavor(flavor)) {
    throw new Refusal('invalid', `There is no size ${JSON.stringify(flavor.slice(0, 20))}.`)
  }
  if (flavor && rankOf(flavor) > rankOf(policies.maxFlavors.instances)) {
    throw new Refusal('invalid', `The largest size here is ${policies.maxFlavors.instances}.`)
  }
  if (password && !/^[\x21-\x7e]{8,100}$/.test(password)) {
    throw new Refusal('invalid', 'A password has 8 to 100 letters, digits and signs of ASCII.')
  }
  for (const variables of [change.variables, change.isolatedVariables]) {
    if (variables) validateVariables(variables)
  }
}

async function validateAddons(
  platform: Platform,
  { id, name, ownerId }: Application,
  rules: Readonly<Record<AddonId, PreviewAddonRule>>,
): Promise<Record<AddonId, PreviewAddonRule>> {
  const linked = await platform.store.links.addonsOf(id)
  const valid: Record<AddonId, PreviewAddonRule> = {}
  for (const [addonId, rule] of Object.entries(rules)) {
    const addon = linked.find((each) => each.id === addonId)
    if (!addon) throw new Refusal('invalid', `${name} is not linked to an add-on ${addonId}.`)
    valid[addon.id] = rule
    if (rule.kind === 'backup') await findBackup(platform, addon, rule.backupId)
    if (rule.kind === 'none' || rule.planId === null) continue
    const offer = await findOffer(platform, ownerId, addon.providerId)
    valid[addon.id] = { ...rule, planId: choosePlan(offer, rule.planId).id }
  }
  return valid
}

async function demandPassword(platform: Platform, { id }: Application): Promise<void> {
  const { store } = platform
  for (const { applicationId } of await store.previews.listOf(id)) {
    const application = applicationId && (await store.applications.find(applicationId))
    if (!application) continue
    await store.transaction((inside) => followVariables(inside, application))
    await rerouteSoon(platform, application.id)
  }
}
