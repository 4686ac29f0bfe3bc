import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import {
  type ApplicationAddress,
  applicationPath,
} from '#client/resources/applications/application-address.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Variable } from '#client/resources/applications/environment.ts'
import type { OfferedProvider, Plan } from './offers.ts'

/** Something that was ordered from a provider. */
export interface Addon {
  id: string
  /** The provider's name for it. */
  realId: string
  name: string
  /** The zone that it is in. */
  region: string
  provider: OfferedProvider
  plan: Plan
  creationDate: number
  /** The names of its variables. */
  configKeys: string[]
  /** `ready` once it can be used. */
  state: 'ordering' | 'uncertain' | 'pending' | 'ready' | 'suspended' | 'deleting'
  /** What the provider said when it was made, or when its plan changed last. */
  message: string
  /** What does not go on, in a sentence, or empty. */
  trouble: string
}

export interface AddonAddress {
  id: string
  ownerId: string
}

export interface AddonOrder {
  name: string
  providerId: string
  /** The id of a plan, or its slug; absent: the cheapest. */
  plan?: string
  /** A zone; absent: the first that it is offered in. */
  region?: string
  version?: string
  options?: Record<string, string>
}

/** An add-on on its way to another plan. */
export interface Migration {
  migrationId: string
  status: 'RUNNING' | 'OK' | 'FAILED' | 'ABORTED'
  steps: { message?: string }[]
}

/** A provider may take long to answer. */
const patience = 120_000

const addonPath = ({ id, ownerId }: AddonAddress) => path`/v2/organisations/${ownerId}/addons/${id}`

export const addons = ({ ask }: Connection) => ({
  list: (ownerId: string) =>
    ask<Addon[]>({ method: 'GET', path: path`/v2/organisations/${ownerId}/addons` }),

  get: (addon: AddonAddress) => ask<Addon>({ method: 'GET', path: addonPath(addon) }),

  order: (ownerId: string, body: AddonOrder) =>
    ask<Addon>({
      method: 'POST',
      path: path`/v2/organisations/${ownerId}/addons`,
      body,
      timeout: patience,
    }),

  rename: (addon: AddonAddress, name: string) =>
    ask<Addon>({ method: 'PUT', path: addonPath(addon), body: { name } }),

  delete: (addon: AddonAddress) =>
    ask<Message>({ method: 'DELETE', path: addonPath(addon), timeout: patience }),

  /** Has the provider asked again, now: the add-on, or a message once it is gone. */
  retry: (addon: AddonAddress) =>
    ask<Addon | Message>({ method: 'POST', path: `${addonPath(addon)}/retry`, timeout: patience }),

  /** Gives it another password; linked applications restart. */
  rotatePassword: (addon: AddonAddress) =>
    ask<Addon>({
      method: 'POST',
      path: `${addonPath(addon)}/rotate-password`,
      timeout: patience,
    }),

  switchPlan: (addon: AddonAddress, planId: string) =>
    ask<Migration>({
      method: 'POST',
      path: `${addonPath(addon)}/migrations`,
      body: { planId },
      timeout: patience,
    }),

  migration: (addon: AddonAddress, migrationId: string) =>
    ask<Migration>({ method: 'GET', path: addonPath(addon) + path`/migrations/${migrationId}` }),

  variables: (addon: AddonAddress) =>
    ask<Variable[]>({ method: 'GET', path: `${addonPath(addon)}/env` }),

  /** Of the configuration provider: what its owner has set. */
  configuration: ({ id }: Pick<AddonAddress, 'id'>) =>
    ask<Variable[]>({
      method: 'GET',
      path: path`/v4/addon-providers/config-provider/addons/${id}/env`,
    }),

  /** Of the configuration provider: makes these its only variables. */
  configure: ({ id }: Pick<AddonAddress, 'id'>, variables: Record<string, string>) =>
    ask<Variable[]>({
      method: 'PUT',
      path: path`/v4/addon-providers/config-provider/addons/${id}/env`,
      body: Object.entries(variables).map(([name, value]) => ({ name, value })),
      timeout: patience,
    }),

  /** The applications that are linked to it. */
  applications: (addon: AddonAddress) =>
    ask<Application[]>({ method: 'GET', path: `${addonPath(addon)}/applications` }),

  /** The add-ons that an application is linked to. */
  of: (application: ApplicationAddress) =>
    ask<Addon[]>({ method: 'GET', path: `${applicationPath(application)}/addons` }),

  link: (application: ApplicationAddress, addonId: string) =>
    ask<Message>({
      method: 'POST',
      path: `${applicationPath(application)}/addons`,
      body: addonId,
    }),

  unlink: (application: ApplicationAddress, addonId: string) =>
    ask<Message>({
      method: 'DELETE',
      path: applicationPath(application) + path`/addons/${addonId}`,
    }),
})
