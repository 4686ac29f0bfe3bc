import type { Connection } from '#client/http/connection.ts'

export interface ApplicationSummary {
  id: string
  name: string
  variantSlug: string
  state: string
  commit: string | null
}

export interface AddonSummary {
  id: string
  /** Id at the provider. */
  realId: string
  name: string
  providerId: string
}

export interface ConsumerSummary {
  key: string
  name: string
  picture: string
  url?: string
}

export interface OwnerSummary {
  id: string
  name: string
  applications: ApplicationSummary[]
  addons: AddonSummary[]
  consumers: ConsumerSummary[]
}

/** An organisation of the user. */
export interface OrganisationSummary extends OwnerSummary {
  /** Role of the user in it. */
  role?: string
}

/** Summary of everything visible to the user. */
export interface Summary {
  user: OwnerSummary
  organisations: OrganisationSummary[]
}

export const summary = ({ ask }: Connection) => ({
  get: () => ask<Summary>({ method: 'GET', path: '/v2/summary' }),
})
