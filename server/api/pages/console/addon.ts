import { escapeHtml } from '#kit/text/html.ts'
import { permitAddon } from '#platform/access/permit.ts'
import type { Addon } from '#platform/addons/addon.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type ConsoleCall,
  code,
  consolePage,
  facts,
  link,
  list,
  nextSteps,
} from './console-page.ts'
import { ownerNameOf } from './owner-name.ts'
import { applicationPath, ownerPath } from './paths.ts'

export const addonPages = ['/organisations/:ownerId', '/users/me'].map((space) =>
  consolePage({
    path: `${space}/addons/:addonId`,
    title: 'Add-on',
    summary: 'Shows an add-on',
    target: ({ addonId = '' }) => addonId,
    handle: show,
  }),
)

async function show({ platform, caller, named }: ConsoleCall) {
  const addon = await permitAddon(platform, caller, 'see', { addonId: named.addonId ?? '' })
  const { id, realId, ownerId, providerId, planId } = addon
  const [provider, plans, applications, owner] = await Promise.all([
    platform.store.providers.find(providerId),
    platform.store.plans.listOf(providerId),
    linkedTo(platform, addon),
    ownerNameOf(platform, ownerId),
  ])
  const plan = plans.find((each) => each.id === planId)
  return {
    title: addon.name,
    body: `${facts({
      Provider: escapeHtml(provider?.presentation.name || providerId),
      Plan: escapeHtml(plan?.name ?? planId),
      Id: code(id),
      'Real id': realId ? code(realId) : undefined,
      Owner: link(ownerPath(ownerId), owner),
      Zone: escapeHtml(addon.zone),
      State: addon.state,
      Trouble: addon.trouble ? escapeHtml(addon.trouble) : undefined,
    })}
<p>${link(`/addons/open?${new URLSearchParams({ addon_id: id })}`, 'Open its own panel')}</p>
<h2>Applications</h2>
${list(
  applications.map((application) => link(applicationPath(application), application.name)),
  'It is linked to none.',
)}
${nextSteps(
  [`berth addon show ${id}`, `berth addon env ${id}`],
  `GET /v2/organisations/${ownerId}/addons/${id}`,
)}`,
  }
}

async function linkedTo({ store }: Pick<Platform, 'store'>, { id }: Addon) {
  const ids = await store.links.applicationsOf(id)
  const found = await Promise.all(ids.map((each) => store.applications.find(each)))
  return found.filter((application) => application !== undefined)
}
