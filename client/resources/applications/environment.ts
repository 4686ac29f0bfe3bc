import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

export interface Variable {
  name: string
  value: string
}

/** Variables of a linked add-on. */
export interface AddonVariables {
  addon_id: string
  addon_name: string
  env: Variable[]
}

/** Variables of a linked application. */
export interface DependencyVariables {
  app_id: string
  app_name: string
  env: Variable[]
}

/** The application's own variables at one moment. */
export interface Environment {
  variables: Variable[]
  version: string
}

const versionedPath = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/env`

export const environment = ({ ask }: Connection) => ({
  /** The application's own variables. */
  list: (application: ApplicationAddress) =>
    ask<Variable[]>({ method: 'GET', path: `${applicationPath(application)}/env` }),

  ofAddons: (application: ApplicationAddress) =>
    ask<AddonVariables[]>({ method: 'GET', path: `${applicationPath(application)}/addons/env` }),

  ofDependencies: (application: ApplicationAddress) =>
    ask<DependencyVariables[]>({
      method: 'GET',
      path: `${applicationPath(application)}/dependencies/env`,
    }),

  set: (application: ApplicationAddress, { name, value }: Variable) =>
    ask<unknown>({
      method: 'PUT',
      path: applicationPath(application) + path`/env/${name}`,
      body: { value },
    }),

  unset: (application: ApplicationAddress, name: string) =>
    ask<unknown>({ method: 'DELETE', path: applicationPath(application) + path`/env/${name}` }),

  /** The application's own variables, with the version by which an editor replaces them. */
  read: (application: ApplicationAddress) =>
    ask<Environment>({ method: 'GET', path: versionedPath(application) }),

  /** Replaces them all, unless they have changed since that version: then an `ApiError` with status 409. */
  replaceVersion: (
    application: ApplicationAddress,
    change: { variables: Record<string, string>; version: string },
  ) => ask<unknown>({ method: 'PUT', path: versionedPath(application), body: change }),

  /** Replaces all of the application's own variables. */
  replace: (application: ApplicationAddress, variables: Record<string, string>) =>
    ask<unknown>({ method: 'PUT', path: `${applicationPath(application)}/env`, body: variables }),
})
