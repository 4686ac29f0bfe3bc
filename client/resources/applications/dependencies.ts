import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'
import type { Application } from './applications.ts'

/** Links between applications and the variables they expose to each other. */
export const dependencies = ({ ask }: Connection) => ({
  /** Applications that this one is linked to. */
  of: (application: ApplicationAddress) =>
    ask<Application[]>({ method: 'GET', path: `${applicationPath(application)}/dependencies` }),

  /** Applications linked to this one. */
  dependents: (application: ApplicationAddress) =>
    ask<Application[]>({ method: 'GET', path: `${applicationPath(application)}/dependents` }),

  link: (application: ApplicationAddress, dependencyId: string) =>
    ask<Message>({
      method: 'PUT',
      path: applicationPath(application) + path`/dependencies/${dependencyId}`,
    }),

  unlink: (application: ApplicationAddress, dependencyId: string) =>
    ask<Message>({
      method: 'DELETE',
      path: applicationPath(application) + path`/dependencies/${dependencyId}`,
    }),

  exposed: (application: ApplicationAddress) =>
    ask<Record<string, string>>({
      method: 'GET',
      path: `${applicationPath(application)}/exposed_env`,
    }),

  /** Replaces all variables that the application exposes. */
  expose: (application: ApplicationAddress, variables: Record<string, string>) =>
    ask<Message>({
      method: 'PUT',
      path: `${applicationPath(application)}/exposed_env`,
      body: variables,
    }),
})
