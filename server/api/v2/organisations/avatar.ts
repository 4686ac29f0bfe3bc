import { avatarAnswer } from '#api/answers/organisations.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { parseBody } from '#api/http/read-body.ts'
import { done, respond } from '#api/http/response.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import { bytes, object, oneOf } from '#kit/schema.ts'
import { permitPersonally } from '#platform/identity/access/permit.ts'
import {
  maxPictureBytes,
  putAvatar,
  removeAvatar,
  useGravatar,
} from '#platform/identity/accounts/users/avatars.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import { isAvatarId, type OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v2/organisations/:ownerId/avatar'

export const putAvatarOf = endpoint({
  method: 'PUT',
  path,
  access: { on: 'owner', may: 'govern' },
  action: 'avatar.change',
  summary:
    'Sets the picture: the body is a PNG, JPEG, GIF or WebP, or {"source":"gravatar"} as JSON',
  body: bytes,
  maxBytes: maxPictureBytes,
  answer: avatarAnswer,
  async handle({ platform, addresses, caller, ownerId, request, body }) {
    permitProfile(caller, ownerId)
    const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
    const avatar = isJson
      ? await borrowAvatar(platform, ownerId, body)
      : await putAvatar(platform, ownerId, body)
    return { url: avatarUrl(addresses, avatar) }
  },
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'owner', may: 'govern' },
  action: 'avatar.remove',
  summary: 'Removes the picture',
  answer: outcome,
  async handle({ platform, caller, ownerId }) {
    permitProfile(caller, ownerId)
    await removeAvatar(platform, ownerId)
    return done('The picture was removed.')
  },
})

export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatars/:avatarId',
  access: 'anyone',
  summary: 'A picture of a user or an organisation',
  produces: 'image/*',
  async handle({ platform, params }) {
    const { avatarId } = params
    const avatar = isAvatarId(avatarId) ? await platform.store.avatars.find(avatarId) : undefined
    if (!avatar) throw new Refusal('missing', 'There is no such picture.')
    return respond(avatar.content, {
      headers: {
        'content-type': avatar.type,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  },
})

async function borrowAvatar(platform: Platform, ownerId: OwnerId, body: Buffer): Promise<string> {
  const { source } = parseBody(body, object({ source: oneOf('gravatar', 'github') }))
  if (source === 'gravatar') return useGravatar(platform, ownerId)
  throw new Refusal(
    'invalid',
    'GitHub accounts are not supported: send the picture, or {"source":"gravatar"}.',
  )
}

/** A user's own avatar is part of the profile, which needs a right of its own. */
function permitProfile(caller: Caller, ownerId: OwnerId): void {
  if (isPersonalSpace(ownerId)) permitPersonally(caller, 'change')
}
