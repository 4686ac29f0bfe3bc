import { ApiError } from '#client/http/api-error.ts'
import type { Connection } from '#client/http/connection.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

/** A DNS name, and a path below it, that lead to an application. */
export interface Domain {
  /** Carries the path: `example.com/`. */
  fqdn: string
}

export const domains = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<Domain[]>({ method: 'GET', path: `${applicationPath(application)}/vhosts` }),

  /** The domain that the owner prefers, `undefined` where none was chosen. */
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
