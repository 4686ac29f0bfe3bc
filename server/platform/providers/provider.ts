import type { ProviderOwnerId } from '#platform/ids.ts'
/** How far a provider has come: who may order from it, and which of its addresses are called. */
export const stages = ['ALPHA', 'BETA_PRIV', 'BETA_PUB', 'RELEASE', 'DELETED'] as const
export type Stage = (typeof stages)[number]

/** Whom the providers that come with the platform belong to. */
export const ownOwner = 'platform'

/** What a provider tells about itself in the catalogue. */
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

/** Where a provider's service is called. */
export interface ProviderUrls {
  base_url: string
  sso_url: string
}

/** The manifest as the provider pushed it, with the keys that we do not know. */
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
    /** The versions in which its add-ons come, the default first. */
    versions?: readonly string[]
    /** Other names of plans, by which they can be ordered: each with the slug that it means. */
    plan_aliases?: Readonly<Record<string, string>>
  }
}

/** Who offers add-ons: a provider's service, and what we know of it. */
export interface Provider {
  /** The id of its manifest, and its name when it calls us or we call it. */
  id: string
  /** The organisation that offers it, or `ownOwner`. */
  ownerId: ProviderOwnerId
  stage: Stage
  presentation: Presentation
  openInNewTab: boolean
  /** Whether the plan of an add-on can be changed. */
  canUpgrade: boolean
  /** Unit of SSO timestamps. */
  timestampUnit: 'milliseconds' | 'seconds'
  /** Kept encrypted: it holds the password and the salt. */
  manifest: StoredManifest
  createdAt: number
}

export type ProviderChange = Partial<Omit<Provider, 'id' | 'ownerId' | 'createdAt'>>

/** While it is being created a provider is called at its test addresses. */
export type Surroundings = 'test' | 'production'

export const surroundingsOf = ({ stage }: Pick<Provider, 'stage'>): Surroundings =>
  stage === 'ALPHA' ? 'test' : 'production'
