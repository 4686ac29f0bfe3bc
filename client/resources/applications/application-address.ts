import { path } from '#client/http/path.ts'

/** Where an application is found: its id, and the organisation (or user) that owns it. */
export interface ApplicationAddress {
  id: string
  ownerId: string
}

/** The path of an application in version 2 of the API. */
export const applicationPath = ({ id, ownerId }: ApplicationAddress): string =>
  path`/v2/organisations/${ownerId}/applications/${id}`
