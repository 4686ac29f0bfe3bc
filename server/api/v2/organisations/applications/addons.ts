import { addonList } from '#api/answers/addons.ts'
import { addonVariables } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { addonRecords } from '#api/v2/addon-record.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import { string } from '#kit/schema.ts'
import { variablesOfAddons } from '#platform/marketplace/addons/config/addon-variables.ts'
import { linkAddon, unlinkAddon } from '#platform/marketplace/addons/links/link.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/addons'

export const listLinkedAddons = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the add-ons that an application is linked to',
  answer: addonList,
  handle: async ({ platform, application }) =>
    addonRecords(platform, await platform.store.links.addonsOf(application.id)),
})

export const postLinkedAddon = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'addon.link',
  summary:
    'Links an application to an add-on of the same owner; the body is its id as a JSON string',
  body: string,
  answer: outcome,
  async handle({ platform, caller, application, body: addonId }) {
    const { ownerId } = application
    const addon = await permitAddon(platform, caller, 'operate', { addonId, ownerId })
    await linkAddon(platform, addon, application)
    return done(`${application.name} is linked to ${addon.name}.`)
  },
})

export const deleteLinkedAddon = endpoint({
  method: 'DELETE',
  path: `${path}/:addonId`,
  access: { on: 'application', may: 'operate' },
  action: 'addon.unlink',
  summary: 'Ends the link of an application to an add-on',
  answer: outcome,
  async handle({ platform, caller, application, params: { addonId } }) {
    const { ownerId } = application
    const addon = await permitAddon(platform, caller, 'operate', { addonId, ownerId })
    await unlinkAddon(platform, addon, application)
    return done(`${application.name} is no longer linked to ${addon.name}.`)
  },
})

export const listAddonVariables = endpoint({
  method: 'GET',
  path: `${path}/env`,
  access: { on: 'application', may: 'operate' },
  summary: 'Lists the variables that linked add-ons give an application',
  answer: addonVariables,
  handle: async ({ platform, application }) =>
    (await variablesOfAddons(platform, application)).map(({ addon, variables }) => ({
      addon_id: addon.id,
      addon_name: addon.name,
      provider_id: addon.providerId,
      env: environmentToWire(variables),
    })),
})
