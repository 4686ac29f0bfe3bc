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

/** An add-on of a provider. */
export interface Addon {
  id: string
  /** Id at the provider. */
  realId: string
  name: string
  /** Zone of the add-on. */
  region: string
  provider: OfferedProvider
  plan: Plan
  creationDate: number
  /** Names of its variables. */
  configKeys: string[]
  /** `ready` once it is usable. */
  state: 'ordering' | 'uncertain' | 'pending' | 'ready' | 'suspended' | 'deleting'
  /** Provider's message on creation or on the last plan change. */
  message: string
  /** Current problem in one sentence, or empty. */
  trouble: string
}

export interface AddonAddress {
  id: string
  ownerId: string
}

export interface AddonOrder {
  name: string
  providerId: string
  /** Id or slug of a plan; absent: the cheapest. */
  plan?: string
  /** Zone; absent: the first in which it is offered. */
  region?: string
  version?: string
  options?: Record<string, string>
  /** Id of an application of the same owner that is linked to it. */
  linkedApp?: string
}

/** What a month of an add-on would cost, in the currency of the owner's invoices. */
export interface Preorder {
  /** Without tax. */
  totalHT: number
  totalVAT: number
  /** With tax. */
  totalTTC: number
  /** Percent. */
  vatRate: number
}

/** A plan change in progress. */
export interface Migration {
  migrationId: string
  /** ISO 8601. */
  requestDate: string
  fromPlanId: string
  planId: string
  status: 'RUNNING' | 'OK' | 'FAILED' | 'ABORTED'
  steps: { message?: string }[]
}

/** Timeout for calls that wait for a provider. */
const timeout = 120_000

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
      timeout,
    }),

  /** What a month would cost; orders nothing. */
  preorder: (ownerId: string, body: Pick<AddonOrder, 'providerId' | 'plan' | 'region'>) =>
    ask<Preorder>({
      method: 'POST',
      path: path`/v2/organisations/${ownerId}/addons/preorders`,
      body,
    }),

  rename: (addon: AddonAddress, name: string) =>
    ask<Addon>({ method: 'PUT', path: addonPath(addon), body: { name } }),

  delete: (addon: AddonAddress) =>
    ask<Message>({ method: 'DELETE', path: addonPath(addon), timeout }),

  /** Retries the pending call to the provider now; returns the add-on, or a message if it is gone. */
  retry: (addon: AddonAddress) =>
    ask<Addon | Message>({ method: 'POST', path: `${addonPath(addon)}/retry`, timeout }),

  /** Rotates the password; linked applications restart. */
  rotatePassword: (addon: AddonAddress) =>
    ask<Addon>({
      method: 'POST',
      path: `${addonPath(addon)}/rotate-password`,
      timeout,
    }),

  switchPlan: (addon: AddonAddress, planId: string) =>
    ask<Migration>({
      method: 'POST',
      path: `${addonPath(addon)}/migrations`,
      body: { planId },
      timeout,
    }),

  /** Plan changes, newest first. */
  migrations: (addon: AddonAddress) =>
    ask<Migration[]>({ method: 'GET', path: `${addonPath(addon)}/migrations` }),

  migration: (addon: AddonAddress, migrationId: string) =>
    ask<Migration>({ method: 'GET', path: addonPath(addon) + path`/migrations/${migrationId}` }),

  variables: (addon: AddonAddress) =>
    ask<Variable[]>({ method: 'GET', path: `${addonPath(addon)}/env` }),

  /** Configuration provider only: variables that the owner has set. */
  configuration: ({ id }: Pick<AddonAddress, 'id'>) =>
    ask<Variable[]>({
      method: 'GET',
      path: path`/v4/addon-providers/config-provider/addons/${id}/env`,
    }),

  /** Configuration provider only: replaces all variables. */
  configure: ({ id }: Pick<AddonAddress, 'id'>, variables: Record<string, string>) =>
    ask<Variable[]>({
      method: 'PUT',
      path: path`/v4/addon-providers/config-provider/addons/${id}/env`,
      body: Object.entries(variables).map(([name, value]) => ({ name, value })),
      timeout,
    }),

  /** Applications linked to the add-on. */
  applications: (addon: AddonAddress) =>
    ask<Application[]>({ method: 'GET', path: `${addonPath(addon)}/applications` }),

  /** Add-ons that an application is linked to. */
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
