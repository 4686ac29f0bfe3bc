import type { Platform } from '#platform/marketplace/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { refreshNetworkAccess } from './network-access.ts'

const maxLinks = 100

/** Links an add-on, so that the application gets its variables from the next start on. Idempotent. */
export async function linkAddon(
  platform: Pick<Platform, 'store' | 'clock' | 'engine' | 'portVariables'>,
  { id: addonId, name }: Addon,
  application: Application,
): Promise<void> {
  const { store, clock } = platform
  await store.transaction(async (inside) => {
    const addon = await inside.addons.find(addonId)
    if (!addon || !(await inside.applications.find(application.id))) {
      throw new Refusal('missing', `There is no add-on ${addonId}.`)
    }
    if (addon.ownerId !== application.ownerId) {
      throw new Refusal(
        'invalid',
        `${name} and ${application.name} have different owners. Only add-ons of the same owner can be linked.`,
      )
    }
    if (addon.state === 'deleting') {
      throw new Refusal('conflict', `${name} is being deleted and cannot be linked.`)
    }
    if ((await inside.links.addonsOf(application.id)).length >= maxLinks) {
      throw new Refusal(
        'conflict',
        `${application.name} already has ${maxLinks} linked add-ons. Unlink one first.`,
      )
    }
    await inside.links.add({ addonId, applicationId: application.id, createdAt: clock() })
  })
  await refreshNetworkAccess(platform, application.id)
}

export async function unlinkAddon(
  platform: Pick<Platform, 'store' | 'engine' | 'portVariables'>,
  { id, name }: Addon,
  application: Application,
): Promise<void> {
  if (!(await platform.store.links.remove(id, application.id))) {
    throw new Refusal('missing', `${application.name} is not linked to the add-on ${name}.`)
  }
  await refreshNetworkAccess(platform, application.id)
}

/** Applications linked to an add-on, oldest link first. */
export async function listLinkedApplications(
  { store }: Pick<Platform, 'store'>,
  { id }: Addon,
): Promise<Application[]> {
  const ids = await store.links.applicationsOf(id)
  const found = await Promise.all(ids.map((one) => store.applications.find(one)))
  return found.filter((one) => one !== undefined)
}
