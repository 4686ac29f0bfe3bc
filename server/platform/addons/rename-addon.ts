import { validateLine } from '#platform/accounts/plain-text.ts'
import type { AddonId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Addon } from './addon.ts'
import type { AddonDetails } from './addon-changes.ts'
import { changeAddon } from './change-addon.ts'

const maxNameLength = 100
const maxTagLength = 64
const maxTags = 50

export function validateAddonName(name: string): string {
  const line = validateLine(name, 'The name', maxNameLength)
  if (line === '') throw new Refusal('invalid', 'The name must not be empty.')
  return line
}

/** The name is for the owner; the provider sees it only when it reads the add-on. */
export async function renameAddon(
  platform: Pick<Platform, 'store'>,
  addon: Addon,
  name: string,
): Promise<Addon> {
  const valid = validateAddonName(name)
  return changeNow(platform, addon.id, () => ({ name: valid }))
}

/** Replaces the tags of an add-on by the result of `choose`. */
export async function tagAddon(
  platform: Pick<Platform, 'store'>,
  addon: Addon,
  choose: (tags: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  const { tags } = await changeNow(platform, addon.id, (current) => ({
    tags: validateTags(choose(current.tags)),
  }))
  return tags
}

function validateTags(wanted: readonly string[]): string[] {
  const tags = [...new Set(wanted.map((tag) => validateLine(tag, 'A tag', maxTagLength)))]
  if (tags.includes('')) throw new Refusal('invalid', 'A tag is empty.')
  if (tags.length > maxTags) {
    throw new Refusal('invalid', `An add-on has at most ${maxTags} tags.`)
  }
  return tags
}

/** Names and tags can be changed in every state. */
const changeNow = (
  { store }: Pick<Platform, 'store'>,
  id: AddonId,
  choose: (now: Addon) => AddonDetails,
) =>
  store.transaction(async (inside) => {
    const addon = await inside.addons.find(id)
    if (!addon) throw new Refusal('missing', `There is no add-on ${id}.`)
    return changeAddon(inside, addon, choose(addon))
  })
