/** A picture that was uploaded for a user or an organisation. */
export interface Avatar {
  /** Random, and new with each picture, so that it can be cached for ever and not be guessed. */
  id: string
  ownerId: string
  /** Its media type, found out from its first bytes. */
  type: string
  content: Buffer
}
