import { permitOwner, roleAt } from '#platform/identity/access/permit.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Permission } from '#platform/model/identity/access/permissions.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { findAddon, type WantedAddon } from './find-addon.ts'

/** The add-on, if permitted; one without membership at its owner is reported as missing. */
export async function permitAddon(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  wanted: WantedAddon,
): Promise<Addon> {
  const missing = new Refusal('missing', `There is no add-on ${wanted.addonId}.`)
  const addon = await findAddon(platform, { ...wanted, userId: caller.userId })
  if (!addon || !(await roleAt(platform, caller, addon.ownerId))) throw missing
  await permitOwner(platform, caller, permission, addon.ownerId)
  return addon
}
