import type { Platform } from '#platform/marketplace/platform.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { AddonDetails } from '#platform/model/marketplace/addon-changes.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { validateTags } from '#platform/model/tags.ts'
import { changeAddon } from './change-addon.ts'

const maxNameLength = 100

export function validateAddonName(name: string): string {
  const line = validateLine(name, 'The name', maxNameLength)
  if (line === '') throw new Refusal('invalid', 'The name must not be empty.')
  return line
}

/** The name is for the owner; the provider sees it only when it reads the add-on. */
export async function renameAddon(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: Addon,
  name: string,
): Promise<Addon> {
  const valid = validateAddonName(name)
  return changeNow(platform, addon.id, () => ({ name: valid }))
}

/** Replaces the tags of an add-on by the result of `choose`. */
export async function tagAddon(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: Addon,
  choose: (tags: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  const { tags } = await changeNow(platform, addon.id, (current) => ({
    tags: validateTags(choose(current.tags)),
  }))
  return tags
}

/** Names and tags can be changed in every state. */
const changeNow = (
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  id: AddonId,
  choose: (now: Addon) => AddonDetails,
) =>
  store.transaction(async (inside) => {
    const addon = await inside.addons.find(id)
    if (!addon) throw new Refusal('missing', `There is no add-on ${id}.`)
    return changeAddon(inside, addon, choose(addon), clock())
  })
