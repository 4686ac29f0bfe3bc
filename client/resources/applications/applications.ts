import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { Flavor, OfferedFlavor } from '#client/resources/marketplace/catalogue.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'
import type { Domain } from './domains.ts'
import type { Variable } from './environment.ts'

export interface Application {
  id: string
  ownerId: string
  name: string
  description: string
  zone: string
  instance: {
    type: string
    version: string
    variant: { id: string; slug: string; name: string }
    minInstances: number
    maxInstances: number
    minFlavor: Flavor
    maxFlavor: Flavor
    /** All sizes, from smallest to largest. */
    flavors: OfferedFlavor[]
    /** Most instances that it may have. */
    maxAllowedInstances: number
    lifetime: 'REGULAR' | 'TASK' | 'MIGRATION'
  }
  deployment: {
    /** Git URL over SSH. */
    url: string
    /** Git URL over HTTPS; null if the application is not deployed by Git. */
    httpUrl: string | null
  }
  vhosts: Domain[]
  /** Milliseconds since the epoch. */
  creationDate: number
  state: string
  /** The deployed commit. */
  commitId: string | null
  /** The branch that deploys. */
  branch: string
  forceHttps: 'ENABLED' | 'DISABLED'
  /** Whether visitors stay with their instance. */
  stickySessions: boolean
  /** Whether the old version stops before the new one starts, so that both never run at once. */
  homogeneous: boolean
  /** Whether a push cancels the deployment in progress. */
  cancelOnPush: boolean
  separateBuild: boolean
  buildFlavor: Flavor
  env: Variable[]
  /** What was accepted and has no effect, such as a maximum that this platform does not offer. */
  warnings?: { path: string; message: string }[]
}

/** An application in a list, in short. */
export interface ApplicationEntry
  extends Pick<
    Application,
    'id' | 'name' | 'description' | 'zone' | 'state' | 'branch' | 'commitId' | 'creationDate'
  > {
  type: string
  /** Name of the type for people. */
  typeName: string
  tags: string[]
}

export interface NewApplication {
  name: string
  description: string
  zone: string
  instanceType: string
  instanceVersion: string
  instanceVariant: string
  minFlavor: string
  maxFlavor: string
  minInstances: number
  maxInstances: number
  /** A task runs once per deployment; default REGULAR. */
  instanceLifetime?: 'REGULAR' | 'TASK'
  env?: Readonly<Record<string, string>>
}

export const applications = ({ ask }: Connection) => ({
  list: (ownerId: string) =>
    ask<Application[]>({ method: 'GET', path: path`/v2/organisations/${ownerId}/applications` }),

  /** The same applications in a fifteenth of the bytes. */
  listEntries: (ownerId: string) =>
    ask<ApplicationEntry[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications`,
    }),

  get: (application: ApplicationAddress) =>
    ask<Application>({ method: 'GET', path: applicationPath(application) }),

  create: (ownerId: string, application: NewApplication) =>
    ask<Application>({
      method: 'POST',
      path: path`/v2/organisations/${ownerId}/applications`,
      body: { deploy: 'git', instanceLifetime: 'REGULAR', env: {}, ...application },
    }),

  /** Changes only the given fields. */
  update: (application: ApplicationAddress, changes: Record<string, unknown>) =>
    ask<Application>({ method: 'PUT', path: applicationPath(application), body: changes }),

  delete: (application: ApplicationAddress) =>
    ask<Message>({ method: 'DELETE', path: applicationPath(application) }),
})
