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

  /** Replaces all of the application's own variables. */
  replace: (application: ApplicationAddress, variables: Record<string, string>) =>
    ask<unknown>({ method: 'PUT', path: `${applicationPath(application)}/env`, body: variables }),
})
