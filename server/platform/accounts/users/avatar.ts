import type { AvatarId, OwnerId } from '#platform/ids.ts'
/** A picture that was uploaded for a user or an organisation. */
export interface Avatar {
  /** Random, and new with each picture, so that it can be cached for ever and not be guessed. */
  id: AvatarId
  ownerId: OwnerId
  /** Its media type, found out from its first bytes. */
  type: string
  content: Buffer
}
