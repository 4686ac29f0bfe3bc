import type { Platform } from '#platform/hosting/platform.ts'
import type { PreviewPlan } from '#platform/hosting/previews/make-application.ts'
import { OutdatedPreviewError } from '#platform/hosting/previews/outdated-preview.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import { orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { nameOfSource, type PreviewAddon } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewAddonRule } from '#platform/model/hosting/previews/preview-settings.ts'
import type { AddonId, PlanReference } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { findBackup } from './find-backup.ts'

const maxNameLength = 60

/**
 * Orders and links what stands for the add-ons of the parent. An order is stored together with its id in the preview, and
 * names the back-up to begin with: a provider that is asked again after a crash goes on with the same one. Returns those
 * that are not ready yet.
 */
export async function copyAddons(
  platform: Platform,
  plan: PreviewPlan,
  application: Application,
): Promise<Addon[]> {
  const { store } = platform
  const unready: Addon[] = []
  for (const original of await store.links.addonsOf(plan.parent.id)) {
    const rule = ruleFor(plan, original.id)
    if (original.state === 'deleting' || rule.kind === 'none') continue
    const addon =
      (await presentCopy(platform, plan, original.id)) ??
      (await orderCopy(platform, plan, original, rule))
    await linkAddon(platform, addon, application)
    if (addon.state !== 'ready') unready.push(addon)
  }
  return unready
}

/** Code of strangers gets no data: an isolated preview has an empty add-on where others have a back-up. */
function ruleFor({ preview, settings }: PreviewPlan, of: AddonId): PreviewAddonRule {
  const rule = settings.addons[of] ?? { kind: 'plan', planId: null }
  if (rule.kind !== 'backup' || !preview.isIsolated) return rule
  return { kind: 'plan', planId: rule.planId }
}

async function presentCopy(
  { store }: Platform,
  { preview }: PreviewPlan,
  of: AddonId,
): Promise<Addon | undefined> {
  const addons = (await store.previews.find(preview.id))?.addons ?? []
  const copy = addons.find((each) => each.of === of)
  const addon = copy && (await store.addons.find(copy.addonId))
  return addon?.state === 'deleting' ? undefined : addon
}

type CopyRule = Exclude<PreviewAddonRule, { kind: 'none' }>

async function orderCopy(
  platform: Platform,
  { preview, parent }: PreviewPlan,
  original: Addon,
  rule: CopyRule,
): Promise<Addon> {
  const { id: of, ownerId, providerId, zone } = original
  const options = await optionsFor(platform, original, rule)
  return orderAddon(platform, {
    ownerId,
    orderedBy: preview.createdBy,
    providerId,
    planId: planFor(original, rule),
    name: `${original.name} (${nameOfSource(preview.source)})`.slice(0, maxNameLength),
    zone,
    options,
    previewOf: parent.id,
    async admit(inside, addonId) {
      const current = await inside.previews.find(preview.id)
      const others = current?.addons.filter((each) => each.of !== of) ?? []
      const addons: PreviewAddon[] = [...others, { of, addonId }]
      if (!(await inside.previews.change(preview.id, ['creating'], { addons }))) {
        throw new OutdatedPreviewError()
      }
    },
  })
}

/** Those of the original, but not the back-up that it began with itself: that would be a copy of its data. */
async function optionsFor(
  platform: Platform,
  original: Addon,
  rule: CopyRule,
): Promise<Readonly<Record<string, string>>> {
  const { restore: _, ...options } = original.options
  if (rule.kind === 'plan') return options
  return { ...options, restore: await findBackup(platform, original, rule.backupId) }
}

/** Without a name of one, what a back-up needs: the plan that it was made in. An empty add-on needs the cheapest. */
function planFor(original: Addon, rule: CopyRule): PlanReference | undefined {
  return rule.planId ?? (rule.kind === 'backup' ? original.planId : undefined)
}
