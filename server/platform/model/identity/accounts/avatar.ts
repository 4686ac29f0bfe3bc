import type { AvatarId } from '#platform/model/ids.ts'

/** An uploaded picture of a user or an organisation, or the logo of a provider. */
export interface Avatar {
  /** Random and new for each picture, so that the URL is unguessable and cacheable for ever. */
  id: AvatarId
  /** Id of the user, the organisation or the provider; each has a form of its own. */
  ownerId: string
  /** Media type, detected from its content. */
  type: string
  content: Buffer
}
