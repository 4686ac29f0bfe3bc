import { digestOf } from '#kit/crypto/digest.ts'
import { type PictureProblem, readPicture } from '#kit/images/picture.ts'
import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { AvatarId, OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

export const maxPictureBytes = 1024 * 1024

const sentences: Readonly<Record<PictureProblem, string>> = {
  unknown: 'Not a picture: send a PNG, JPEG, GIF or WebP file.',
  broken:
    'The picture is damaged, or something follows its end: save it again as PNG, JPEG, GIF or WebP.',
  'too large': 'The picture has more than 4096 pixels on a side: make it smaller.',
}

/** Sets the avatar of an owner; returns its id. */
export async function putAvatar(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  content: Buffer,
): Promise<AvatarId> {
  const type = typeOfPicture(content)
  const id = newId('avatar')
  await store.transaction(async (inside) => {
    await inside.avatars.put({ id, ownerId, type, content })
    await noteAvatar(inside, ownerId, id)
  })
  return id
}

/** Media type of an uploaded picture, by its content; what is none is refused. */
export function typeOfPicture(content: Buffer): string {
  if (content.length > maxPictureBytes) {
    throw new Refusal('invalid', 'The picture is larger than 1 MB.')
  }
  const picture = readPicture(content)
  if (typeof picture === 'string') throw new Refusal('invalid', sentences[picture])
  return picture.type
}

/** Uses the Gravatar of the owner's address; returns its URL. */
export async function useGravatar(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
): Promise<string> {
  const url = `https://www.gravatar.com/avatar/${digestOf(await addressOf(store, ownerId))}?d=identicon`
  await replaceByNone(store, ownerId, url)
  return url
}

export const removeAvatar = ({ store }: Pick<Platform, 'store'>, ownerId: OwnerId) =>
  replaceByNone(store, ownerId, '')

function replaceByNone(store: Store, ownerId: OwnerId, avatar: string): Promise<void> {
  return store.transaction(async (inside) => {
    await inside.avatars.removeOf(ownerId)
    await noteAvatar(inside, ownerId, avatar)
  })
}

const noteAvatar = (store: Store, ownerId: OwnerId, avatar: string) =>
  isPersonalSpace(ownerId)
    ? store.users.change(ownerId, { avatar })
    : store.organisations.change(ownerId, { avatar })

async function addressOf(store: Store, ownerId: OwnerId): Promise<string> {
  const address = isPersonalSpace(ownerId)
    ? (await store.users.find(ownerId))?.email
    : (await store.organisations.find(ownerId))?.details.billingEmail
  if (address) return address
  throw new Refusal(
    'conflict',
    'The organisation has no billing e-mail address for Gravatar. Set one first.',
  )
}
