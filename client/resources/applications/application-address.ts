import { path } from '#client/http/path.ts'

/** Id of an application and of its owner. */
export interface ApplicationAddress {
  id: string
  ownerId: string
}

/** Path of an application in version 2 of the API. */
export const applicationPath = ({ id, ownerId }: ApplicationAddress): string =>
  path`/v2/organisations/${ownerId}/applications/${id}`
