import { addonAnswer, addonList } from '#api/answers/addons.ts'
import { applicationList, variableList } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { addonRecord, addonRecords } from '#api/v2/addon-record.ts'
import { applicationRecords } from '#api/v2/application-record.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import { object, optional, string } from '#kit/schema.ts'
import { listLinkedApplications } from '#platform/marketplace/addons/links/link.ts'
import { renameAddon } from '#platform/marketplace/addons/rename-addon.ts'

const path = '/v2/organisations/:ownerId/addons'

export const listAddons = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'see' },
  workload: 'built-in providers',
  summary: 'Lists the add-ons of an owner',
  answer: addonList,
  handle: async ({ platform, ownerId }) =>
    addonRecords(platform, await platform.store.addons.listOf(ownerId)),
})

export const getAddonRecord = endpoint({
  method: 'GET',
  path: `${path}/:addonId`,
  access: { on: 'addon', may: 'see' },
  summary: 'Shows an add-on',
  answer: addonAnswer,
  handle: ({ platform, addon }) => addonRecord(platform, addon),
})

export const putAddon = endpoint({
  method: 'PUT',
  path: `${path}/:addonId`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.rename',
  summary: 'Renames an add-on; other fields stay as they are',
  body: object({ name: optional(string) }),
  answer: addonAnswer,
  handle: async ({ platform, addon, body: { name } }) =>
    addonRecord(platform, name === undefined ? addon : await renameAddon(platform, addon, name)),
})

export const listVariablesOfAddon = endpoint({
  method: 'GET',
  path: `${path}/:addonId/env`,
  access: { on: 'addon', may: 'operate' },
  summary: 'Lists the variables that an add-on gives',
  answer: variableList,
  handle: async ({ addon }) => environmentToWire(addon.config),
})

export const listApplicationsOfAddon = endpoint({
  method: 'GET',
  path: `${path}/:addonId/applications`,
  access: { on: 'addon', may: 'see' },
  summary: 'Lists the applications that are linked to an add-on',
  answer: applicationList,
  handle: async (call) =>
    applicationRecords(call, await listLinkedApplications(call.platform, call.addon)),
})
