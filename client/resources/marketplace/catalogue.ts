import type { Connection } from '#client/http/connection.ts'

/** Size of an instance. */
export interface Flavor {
  name: string
  /** Mebibytes. */
  mem: number
  cpus: number
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

  zones: () => ask<Zone[]>({ method: 'GET', path: '/v4/products/zones' }),
})
