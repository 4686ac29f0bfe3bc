import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Addon } from './addon.ts'

const mostLinks = 100

/** Gives an application the variables of an add-on, from its next start on. Again changes nothing. */
export async function linkAddon(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { id: addonId, name }: Addon,
  application: Application,
): Promise<void> {
  await store.transaction(async (inside) => {
    const addon = await inside.addons.find(addonId)
    if (!addon || !(await inside.applications.find(application.id))) {
      throw new Refusal('missing', `There is no add-on ${addonId}.`)
    }
    if (addon.ownerId !== application.ownerId) {
      throw new Refusal(
        'invalid',
        `${name} belongs to another owner than ${application.name}: only add-ons of the same owner can be linked.`,
      )
    }
    if (addon.state === 'deleting') {
      throw new Refusal('conflict', `${name} is being deleted and cannot be linked.`)
    }
    if ((await inside.links.addonsOf(application.id)).length >= mostLinks) {
      throw new Refusal(
        'conflict',
        `${application.name} is linked to ${mostLinks} add-ons already: unlink one first.`,
      )
    }
    await inside.links.add({ addonId, applicationId: application.id, createdAt: clock() })
  })
}

export async function unlinkAddon(
  { store }: Pick<Platform, 'store'>,
  { id, name }: Addon,
  application: Application,
): Promise<void> {
  if (await store.links.remove(id, application.id)) return
  throw new Refusal('missing', `${application.name} is not linked to the add-on ${name}.`)
}

/** The applications that get the variables of an add-on, the oldest link first. */
export async function listLinkedApplications(
  { store }: Pick<Platform, 'store'>,
  { id }: Addon,
): Promise<Application[]> {
  const ids = await store.links.applicationsOf(id)
  const found = await Promise.all(ids.map((one) => store.applications.find(one)))
  return found.filter((one) => one !== undefined)
}
