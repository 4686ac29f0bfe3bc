import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** What a plan has of a feature. */
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
  /** In euros per month. */
  price: number
  features: PlanFeature[]
  zones: string[]
}

/** A provider of add-ons. */
export interface OfferedProvider {
  id: string
  name: string
  website: string
  supportEmail: string
  shortDesc: string
  longDesc: string
  status: string
  canUpgrade: boolean
  /** The zones in which it can be ordered. */
  regions: string[]
}

/** A provider with the plans that one chooses from. */
export interface Offer extends OfferedProvider {
  plans: Plan[]
}

export const offers = ({ ask }: Connection) => ({
  /** What an owner may order. */
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
})
