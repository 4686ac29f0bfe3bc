import { addonAnswer } from '#api/answers/addons.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { rotatePassword } from '#platform/marketplace/addons/config/rotate-password.ts'

export const postRotation = endpoint({
  method: 'POST',
  path: '/v2/organisations/:ownerId/addons/:addonId/rotate-password',
  access: { on: 'addon', may: 'operate' },
  action: 'addon.rotate-password',
  summary: 'Gives an add-on another password; linked applications restart with it',
  answer: addonAnswer,
  handle: async ({ platform, addon }) =>
    addonRecord(platform, await rotatePassword(platform, addon)),
})
