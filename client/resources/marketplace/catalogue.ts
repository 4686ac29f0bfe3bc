import type { Connection } from '#client/http/connection.ts'

/** Size of an instance. */
export interface Flavor {
  name: string
  /** Mebibytes. */
  mem: number
  cpus: number
  /** Of an hour, without tax. */
  price: number
}

/** A size in the catalogue. */
export interface OfferedFlavor extends Flavor {
  /** Whether it may be chosen. */
  available: boolean
}

/** An application type in one version. */
export interface InstanceType {
  type: string
  version: string
  name: string
  enabled: boolean
  variant: { id: string; slug: string; name: string }
  defaultFlavor: Flavor
}

export interface Zone {
  name: string
  city: string
  country: string
}

export const catalogue = ({ ask }: Connection) => ({
  instanceTypes: (ownerId: string) =>
    ask<InstanceType[]>({
      method: 'GET',
      path: '/v2/products/instances',
      query: { for: ownerId },
    }),

  /** Sizes of instances, or of builds. */
  flavors: (context?: 'build') =>
    ask<OfferedFlavor[]>({ method: 'GET', path: '/v2/products/flavors', query: { context } }),

  zones: () => ask<Zone[]>({ method: 'GET', path: '/v4/products/zones' }),
})
