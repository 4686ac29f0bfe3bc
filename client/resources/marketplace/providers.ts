import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { OfferedProvider, Plan } from './offers.ts'

/** What the plans of a provider may differ in. */
export interface ProviderFeature {
  name: string
  type: string
  name_code: string
}

export interface PlanInput {
  name: string
  slug: string
  price: number
  features: { name: string; type?: string; value: string; computable_value?: string }[]
}

/** What a provider says about a provider. */
export interface ProviderDescription {
  name: string
  website: string
  supportEmail: string
  twitterName: string
  shortDesc: string
  longDesc: string
  logoUrl: string
  openInNewTab: boolean
  canUpgrade: boolean
  ssoTimestampUnit: 'seconds' | 'milliseconds'
}

/** Who offers add-ons. */
export type Provider = OfferedProvider & Omit<ProviderDescription, 'ssoTimestampUnit'>

/** A provider with what can be ordered from it. */
export interface Offer extends Provider {
  /** Cheapest first. */
  plans: Plan[]
  features: ProviderFeature[]
  /** What the author of a manifest should know; only after a push. */
  warnings?: { path: string; message: string }[]
}

export interface ManifestCheck {
  valid: boolean
  problems: { path: string; sentence: string; severity: 'error' | 'warning' }[]
}

const all = (ownerId: string) => path`/v2/organisations/${ownerId}/addonproviders`
const one = (ownerId: string, id: string) => `${all(ownerId)}${path`/${id}`}`

/** What an organisation offers. */
export const providers = ({ ask }: Connection) => ({
  list: (ownerId: string) => ask<Offer[]>({ method: 'GET', path: all(ownerId) }),

  /** Makes a provider of a manifest, or gives it another one. */
  push: (ownerId: string, manifest: unknown) =>
    ask<Offer>({ method: 'POST', path: all(ownerId), body: manifest }),

  /** What a push would be refused for, or warned of; changes nothing. */
  check: (ownerId: string, manifest: unknown) =>
    ask<ManifestCheck>({ method: 'POST', path: `${all(ownerId)}/check`, body: manifest }),

  get: (ownerId: string, id: string) =>
    ask<Provider & ProviderDescription>({ method: 'GET', path: one(ownerId, id) }),

  change: (ownerId: string, id: string, body: Partial<ProviderDescription>) =>
    ask<Provider>({ method: 'PUT', path: one(ownerId, id), body }),

  delete: (ownerId: string, id: string) =>
    ask<Message>({ method: 'DELETE', path: one(ownerId, id) }),

  addPlan: (ownerId: string, id: string, body: PlanInput) =>
    ask<Plan>({ method: 'POST', path: `${one(ownerId, id)}/plans`, body }),

  changePlan: (ownerId: string, id: string, planId: string, body: Partial<PlanInput>) =>
    ask<Plan>({
      method: 'PUT',
      body,
      path: `${one(ownerId, id)}/plans${path`/${planId}`}`,
    }),

  deletePlan: (ownerId: string, id: string, planId: string) =>
    ask<Message>({ method: 'DELETE', path: `${one(ownerId, id)}/plans${path`/${planId}`}` }),

  putFeature: (ownerId: string, id: string, body: { name: string; type: string }) =>
    ask<ProviderFeature>({ method: 'POST', path: `${one(ownerId, id)}/features`, body }),

  deleteFeature: (ownerId: string, id: string, name: string) =>
    ask<Message>({
      method: 'DELETE',
      path: `${one(ownerId, id)}/features${path`/${Buffer.from(name).toString('base64')}`}`,
    }),

  testers: (ownerId: string, id: string) =>
    ask<{ id: string }[]>({ method: 'GET', path: `${one(ownerId, id)}/testers` }),

  addTester: (ownerId: string, id: string, tester: string) =>
    ask<Message>({ method: 'POST', path: `${one(ownerId, id)}/testers`, body: { tester } }),

  deleteTester: (ownerId: string, id: string, tester: string) =>
    ask<Message>({ method: 'DELETE', path: `${one(ownerId, id)}/testers${path`/${tester}`}` }),

  /** Every provider of the platform, for its operators. */
  listAll: () =>
    ask<(Offer & { ownerId: string })[]>({ method: 'GET', path: '/v4/addon-providers' }),

  /** Moves a provider on, for operators. */
  move: (id: string, stage: string) =>
    ask<Offer & { ownerId: string }>({
      method: 'PUT',
      path: path`/v4/addon-providers/${id}/stage`,
      body: { stage },
    }),
})
