import type { ProviderOwnerId } from '#platform/model/ids.ts'
import type { TimestampUnit } from '#protocol/sso/sso.ts'

/** Release stages: who may order, and which of the provider's URLs are called. */
export const stages = ['ALPHA', 'BETA_PRIV', 'BETA_PUB', 'RELEASE', 'DELETED'] as const
export type Stage = (typeof stages)[number]

/** Owner of the built-in providers. */
export const ownOwner = 'platform'

/** Catalogue description of a provider. */
export interface Presentation {
  name: string
  website: string
  supportEmail: string
  googlePlusName: string
  twitterName: string
  analyticsId: string
  shortDesc: string
  longDesc: string
  logoUrl: string
}

/** URLs of a provider's service. */
export interface ProviderUrls {
  base_url: string
  sso_url: string
}

/** The manifest as pushed, including unknown keys. */
export interface StoredManifest {
  id: string
  name?: string | undefined
  api: {
    config_vars: string[]
    password: string
    sso_salt: string
    regions: string[]
    production: ProviderUrls
    test: ProviderUrls
    /** Versions of its add-ons, the default first. */
    versions?: readonly string[]
    /** Aliases of plans, each with its slug. */
    plan_aliases?: Readonly<Record<string, string>>
    /** Pages of the console that its add-ons have. */
    pages?: readonly string[]
  }
}

/** An add-on provider: its manifest and our record of it. */
export interface Provider {
  /** Id of its manifest, and user name in calls in both directions. */
  id: string
  /** Owning organisation, or `ownOwner`. */
  ownerId: ProviderOwnerId
  stage: Stage
  presentation: Presentation
  openInNewTab: boolean
  /** Whether the plan of an add-on can be changed. */
  canUpgrade: boolean
  /** Unit of SSO timestamps. */
  timestampUnit: TimestampUnit
  /** Encrypted at rest: contains the password and the salt. */
  manifest: StoredManifest
  createdAt: number
}

export type ProviderChange = Partial<Omit<Provider, 'id' | 'ownerId' | 'createdAt'>>

/** A provider in stage ALPHA is called at its test URLs. */
export type ProviderEnvironment = 'test' | 'production'

export const environmentOf = ({ stage }: Pick<Provider, 'stage'>): ProviderEnvironment =>
  stage === 'ALPHA' ? 'test' : 'production'
