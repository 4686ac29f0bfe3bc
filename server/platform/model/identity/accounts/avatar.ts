import type { AvatarId, OwnerId } from '#platform/model/ids.ts'
/** An uploaded picture of a user or an organisation. */
export interface Avatar {
  /** Random and new for each picture, so that the URL is unguessable and cacheable for ever. */
  id: AvatarId
  ownerId: OwnerId
  /** Media type, detected from its content. */
  type: string
  content: Buffer
}
