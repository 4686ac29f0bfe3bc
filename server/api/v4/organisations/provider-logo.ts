import { avatarAnswer } from '#api/answers/organisations.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import { bytes } from '#kit/schema.ts'
import { maxPictureBytes } from '#platform/identity/accounts/users/avatars.ts'
import { putLogo, removeLogo } from '#platform/marketplace/providers/provider-logo.ts'

const path = '/v4/berth/organisations/:ownerId/addonproviders/:providerId/logo'

export const putProviderLogo = endpoint({
  method: 'PUT',
  path,
  access: { on: 'provider', may: 'offer' },
  action: 'provider.change',
  summary: 'Sets the logo of an add-on provider: the body is a PNG, JPEG, GIF or WebP',
  body: bytes,
  maxBytes: maxPictureBytes,
  answer: avatarAnswer,
  handle: async ({ platform, addresses, provider, body: content }) => ({
    url: await putLogo(platform, provider, { content, urlOf: (id) => avatarUrl(addresses, id) }),
  }),
})

export const deleteProviderLogo = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'provider', may: 'offer' },
  action: 'provider.change',
  summary: 'Removes the logo of an add-on provider',
  answer: outcome,
  async handle({ platform, provider }) {
    await removeLogo(platform, provider)
    return done('The logo was removed.')
  },
})
