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
  /** The provider's name for it. */
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

/** An organisation that the user is a member of. */
export interface OrganisationSummary extends OwnerSummary {
  /** The user's role there. */
  role?: string
}

/** Everything the user can see, in short. */
export interface Summary {
  user: OwnerSummary
  organisations: OrganisationSummary[]
}

export const summary = ({ ask }: Connection) => ({
  get: () => ask<Summary>({ method: 'GET', path: '/v2/summary' }),
})
