import { ApiError } from '#client/http/api-error.ts'
import type { Connection } from '#client/http/connection.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

/** A DNS name and path that route to an application. */
export interface Domain {
  /** Includes the path: `example.com/`. */
  fqdn: string
}

export const domains = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<Domain[]>({ method: 'GET', path: `${applicationPath(application)}/vhosts` }),

  /** The owner's favourite domain; `undefined` if none is set. */
  async favourite(application: ApplicationAddress): Promise<Domain | undefined> {
    try {
      return await ask<Domain>({
        method: 'GET',
        path: `${applicationPath(application)}/vhosts/favourite`,
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === noFavourite) return undefined
      throw error
    }
  },
})

const noFavourite = 4021
