import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import { chooseOwner, ownersOf, type PreferringSummary, preferOwned } from './owner.ts'

/** A resolved add-on with its name. */
export interface NamedAddon extends AddonAddress {
  name: string
}

/** Add-ons of all owners of the user, or of one owner. */
function addonsIn(summary: PreferringSummary, org: string | undefined) {
  const owners = org === undefined ? ownersOf(summary) : [chooseOwner(summary, org)]
  return owners.flatMap(({ id: ownerId, name: owner, addons }) =>
    addons.map(({ id, realId, name }) => ({ id, realId, name, ownerId, owner })),
  )
}

/** The add-on with this id, real id or name, if any; an ambiguous name is refused. */
export function lookForAddon(
  summary: PreferringSummary,
  wanted: string,
  org?: string,
): NamedAddon | undefined {
  const all = addonsIn(summary, org)
  const byId = all.find(({ id, realId }) => id === wanted || realId === wanted)
  const named = all.filter(({ name }) => name === wanted)
  const found = byId ? [byId] : preferOwned(summary, named)
  const [addon, ...others] = found
  if (others.length > 0)
    throw new Refusal(
      `Several add-ons are named '${wanted}'. Use an id:${found.map(({ id, owner }) => `\n  ${id}  in ${owner}`).join('')}`,
    )
  return addon && { id: addon.id, ownerId: addon.ownerId, name: addon.name }
}

/** The add-on with this id, real id or name; refuses if there is none. */
export function resolveAddon(summary: PreferringSummary, wanted: string, org?: string): NamedAddon {
  const addon = lookForAddon(summary, wanted, org)
  if (addon) return addon
  const meant = nearest(
    wanted,
    addonsIn(summary, org).map(({ name }) => name),
  )
  throw new Refusal(
    `You have no add-on '${wanted}'.`,
    meant ? `Did you mean '${meant}'?` : '`berth addon list` lists them.',
  )
}
