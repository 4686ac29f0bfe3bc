import { ssoAnswer } from '#api/answers/addons.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { userOf } from '#api/v2/self/self.ts'
import { signOn } from '#platform/marketplace/providers/calls/sign-on.ts'

export const getSignOn = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/addons/:addonId/sso',
  access: { on: 'addon', may: 'operate' },
  action: 'addon.open',
  summary: "Gives the fields of the form that lets the caller into an add-on's panel",
  answer: ssoAnswer,
  async handle({ platform, caller, addon }) {
    const user = await userOf(platform, caller)
    const { url, fields } = await signOn(platform, addon, user)
    return {
      url,
      ...fields,
      timestamp: Number(fields.timestamp),
      name: user.name,
      // On the wire this field signs the user's identity, which our signature covers.
      userinfo_signature: fields.signature,
    }
  },
})
