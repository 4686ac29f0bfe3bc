import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'

/**
 * Deletes all that a preview has, and then its record. Each deletion is durable once it has begun, and is completed in
 * the background: by the provider's worker for an add-on, by the queue for an application.
 */
export async function removeResources(
  platform: Platform,
  { id, applicationId, addons }: Preview,
): Promise<void> {
  const { store } = platform
  const application = applicationId && (await store.applications.find(applicationId))
  if (application) await deleteApplication(platform, application)
  for (const { addonId } of addons) {
    const addon = await store.addons.find(addonId)
    if (addon && addon.state !== 'deleting') await deleteAddon(platform, addon)
  }
  await store.previews.remove(id)
}
