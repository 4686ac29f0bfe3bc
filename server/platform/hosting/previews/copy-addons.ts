import type { Platform } from '#platform/hosting/platform.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import { orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { nameOfSource, type PreviewAddon } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewAddonRule } from '#platform/model/hosting/previews/preview-settings.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { PreviewPlan } from './make-application.ts'
import { OutdatedPreviewError } from './outdated-preview.ts'

const maxNameLength = 60

/**
 * Orders and links what stands for the add-ons of the parent. An order is stored together with its id in the preview.
 * Returns those that are not ready yet.
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

const ruleFor = ({ settings }: PreviewPlan, of: AddonId): PreviewAddonRule =>
  settings.addons[of] ?? { kind: 'plan', planId: null }

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

function orderCopy(
  platform: Platform,
  { preview, parent }: PreviewPlan,
  original: Addon,
  rule: Exclude<PreviewAddonRule, { kind: 'none' }>,
): Promise<Addon> {
  const { id: of, ownerId, providerId, zone, options } = original
  return orderAddon(platform, {
    ownerId,
    orderedBy: preview.createdBy,
    providerId,
    planId: rule.planId ?? undefined,
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
