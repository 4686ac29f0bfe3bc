import type { Resource } from '#providers/kit/resources/resource.ts'
import { type Gateway, remoteGateway } from './gateway/gateway.ts'
import type { GatewayAddress } from './gateway/requests.ts'
import type { OwnGateways } from './own/own-gateways.ts'
import type { Plan } from './plans.ts'

/** Where the buckets of add-ons are: they stay there when the operator chooses another server for new ones. */
export interface Gateways {
  open(resource: Resource): Promise<Gateway>
  /** Deletes an account with all its buckets; idempotent. */
  remove(resource: Resource, keyId: string): Promise<void>
}

export interface GatewaysOptions {
  own: OwnGateways
  /** Of somebody else. */
  named: GatewayAddress | undefined
  planOf(resource: Resource): Plan
}

export function createGateways({ own, named, planOf }: GatewaysOptions): Gateways {
  const remote = named && remoteGateway(named)

  const isOwn = ({ config: { CELLAR_ADDON_URL: url, CELLAR_ADDON_PORT: port } }: Resource) =>
    url === undefined ? named === undefined : port !== undefined

  function remoteOf({ config: { CELLAR_ADDON_URL: url } }: Resource): Gateway {
    if (remote && (url === undefined || url === named.url)) return remote
    throw new Error(`the buckets are at ${url}, which BERTH_CELLAR_URL does not name any more`)
  }

  return {
    open: async (resource) =>
      isOwn(resource) ? own.open(resource.id, planOf(resource)) : remoteOf(resource),
    async remove(resource, keyId) {
      if (isOwn(resource)) return own.remove(resource.id)
      const { accounts, buckets } = remoteOf(resource)
      // First, so that nothing is written any more.
      await accounts.remove(keyId)
      for (const bucket of (await accounts.buckets()).get(keyId) ?? []) await buckets.remove(bucket)
    },
  }
}
