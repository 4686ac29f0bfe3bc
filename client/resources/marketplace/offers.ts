import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { AddonPage } from '#protocol/manifest/addon-pages.ts'

/** Value of a feature in a plan. */
export interface PlanFeature {
  name: string
  type: string
  value: string
  computable_value: string | null
  name_code: string | null
}

export interface Plan {
  id: string
  name: string
  slug: string
  /** Euros per month. */
  price: number
  features: PlanFeature[]
  zones: string[]
}

/** An add-on provider. */
export interface OfferedProvider {
  id: string
  name: string
  website: string
  supportEmail: string
  shortDesc: string
  longDesc: string
  /** Empty without one. */
  logoUrl: string
  status: string
  canUpgrade: boolean
  /** Zones in which it can be ordered. */
  regions: string[]
  /** Pages of the console that its add-ons have, besides those that all have. */
  pages: AddonPage[]
}

/** A provider with its plans. */
export interface Offer extends OfferedProvider {
  plans: Plan[]
}

/** Versions and options in which add-ons of a provider come. */
export interface OfferedVersions {
  providerId: string
  /** By version, with the names of its options. */
  dedicated: Record<string, { features: { name: string; enabled: boolean }[] }>
  defaultDedicatedVersion: string
}

export const offers = ({ ask }: Connection) => ({
  /** Providers that an owner can order from. */
  list: (ownerId: string) =>
    ask<Offer[]>({
      method: 'GET',
      path: '/v2/products/addonproviders',
      query: { orgaId: ownerId },
    }),

  get: (ownerId: string, providerId: string) =>
    ask<Offer>({
      method: 'GET',
      path: path`/v2/products/addonproviders/${providerId}`,
      query: { orgaId: ownerId },
    }),

  /** Status 404 if its add-ons come in one version only. */
  versions: (providerId: string) =>
    ask<OfferedVersions>({ method: 'GET', path: path`/v4/addon-providers/${providerId}` }),
})
