import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import { base64Text } from '#kit/text/base64.ts'
import type { OfferedProvider, Plan } from './offers.ts'

/** A property in which the plans of a provider differ. */
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

/** Description of a provider, as its owner edits it. */
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

/** An add-on provider. */
export type Provider = OfferedProvider & Omit<ProviderDescription, 'ssoTimestampUnit'>

/** A provider with its plans and features. */
export interface Offer extends Provider {
  /** Cheapest first. */
  plans: Plan[]
  features: ProviderFeature[]
  /** Warnings about the manifest; only after a push. */
  warnings?: { path: string; message: string }[]
}

export interface ManifestCheck {
  valid: boolean
  problems: { path: string; sentence: string; severity: 'error' | 'warning' }[]
}

const all = (ownerId: string) => path`/v2/organisations/${ownerId}/addonproviders`
const one = (ownerId: string, id: string) => `${all(ownerId)}${path`/${id}`}`
const manifestPath = (ownerId: string, id: string) =>
  path`/v4/berth/organisations/${ownerId}/addonproviders/${id}/manifest`

const logoPath = (ownerId: string, id: string) =>
  path`/v4/berth/organisations/${ownerId}/addonproviders/${id}/logo`

/** Providers of an organisation. */
export const providers = ({ ask }: Connection) => ({
  /** A PNG, JPEG, GIF or WebP of at most 1 MB. */
  setLogo: (ownerId: string, id: string, picture: Uint8Array<ArrayBuffer>) =>
    ask<{ url: string }>({ method: 'PUT', path: logoPath(ownerId, id), bytes: picture }),

  deleteLogo: (ownerId: string, id: string) =>
    ask<Message>({ method: 'DELETE', path: logoPath(ownerId, id) }),

  list: (ownerId: string) => ask<Offer[]>({ method: 'GET', path: all(ownerId) }),

  /** Creates a provider from a manifest, or replaces its manifest. */
  push: (ownerId: string, manifest: unknown) =>
    ask<Offer>({ method: 'POST', path: all(ownerId), body: manifest }),

  /** Errors and warnings that a push would have; changes nothing. */
  check: (ownerId: string, manifest: unknown) =>
    ask<ManifestCheck>({ method: 'POST', path: `${all(ownerId)}/check`, body: manifest }),

  get: (ownerId: string, id: string) =>
    ask<Provider & ProviderDescription>({ method: 'GET', path: one(ownerId, id) }),

  change: (ownerId: string, id: string, body: Partial<ProviderDescription>) =>
    ask<Provider>({ method: 'PUT', path: one(ownerId, id), body }),

  /** The manifest without its password and its salt. */
  manifest: (ownerId: string, id: string) =>
    ask<Record<string, unknown>>({ method: 'GET', path: manifestPath(ownerId, id) }),

  /** Replaces the manifest; a password or salt that is left out stays as it is. */
  replaceManifest: (ownerId: string, id: string, manifest: unknown) =>
    ask<Offer>({ method: 'PUT', path: manifestPath(ownerId, id), body: manifest }),

  /** Errors and warnings that a replacement would have; changes nothing. */
  checkManifest: (ownerId: string, id: string, manifest: unknown) =>
    ask<ManifestCheck>({
      method: 'POST',
      path: `${manifestPath(ownerId, id)}/check`,
      body: manifest,
    }),

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
      path: `${one(ownerId, id)}/features${path`/${base64Text(name)}`}`,
    }),

  testers: (ownerId: string, id: string) =>
    ask<{ id: string }[]>({ method: 'GET', path: `${one(ownerId, id)}/testers` }),

  addTester: (ownerId: string, id: string, tester: string) =>
    ask<Message>({ method: 'POST', path: `${one(ownerId, id)}/testers`, body: { tester } }),

  deleteTester: (ownerId: string, id: string, tester: string) =>
    ask<Message>({ method: 'DELETE', path: `${one(ownerId, id)}/testers${path`/${tester}`}` }),

  /** All providers of the platform, for operators. */
  listAll: () =>
    ask<(Offer & { ownerId: string })[]>({ method: 'GET', path: '/v4/addon-providers' }),

  /** Changes the stage of a provider, for operators. */
  move: (id: string, stage: string) =>
    ask<Offer & { ownerId: string }>({
      method: 'PUT',
      path: path`/v4/addon-providers/${id}/stage`,
      body: { stage },
    }),
})
