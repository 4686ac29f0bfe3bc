import type { Platform } from '#platform/hosting/platform.ts'
import { askForBackups } from '#platform/marketplace/addons/backups/provider-backups.ts'
import { findOffer } from '#platform/marketplace/providers/catalogue.ts'
import { optionsOf } from '#platform/marketplace/providers/versions.ts'
import { latestBackup } from '#platform/model/hosting/previews/preview-settings.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

/**
 * The value of the option `restore` for an order that begins with a back-up of this add-on; a refusal where its provider
 * has no such back-up, or cannot begin with one.
 */
export async function findBackup(
  platform: Platform,
  addon: Addon,
  backupId: string,
): Promise<string> {
  const { ownerId, providerId, name, realId } = addon
  const offer = await findOffer(platform, ownerId, providerId)
  // A provider that does not list the option may ignore it, and make an empty add-on without a word.
  if (realId === null || !optionsOf(offer).includes('restore')) {
    throw new Refusal(
      'invalid',
      `${offer.provider.presentation.name} cannot restore a back-up into another add-on: previews get an empty one in place of ${name}.`,
    )
  }
  const listing = await askForBackups(platform, addon, realId)
  if (listing.kind === 'failed') throw listing.refusal
  const usable =
    listing.kind === 'listed' ? listing.backups.filter(({ status }) => status === 'success') : []
  const found =
    backupId === latestBackup ? usable[0] : usable.find(({ id: each }) => each === backupId)
  if (found) return `${realId}/${found.id}`
  const wanted = backupId === latestBackup ? '' : ` ${JSON.stringify(backupId.slice(0, 60))}`
  throw new Refusal(
    'invalid',
    `${name} has no complete back-up${wanted}: \`berth database backups\` lists those that it has.`,
  )
}
