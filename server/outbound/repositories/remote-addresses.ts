import { isIP } from 'node:net'
import { isLoopback } from '#kit/net/loopback.ts'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { createNameResolver, type ResolveName } from '#outbound/providers/resolve-name.ts'
import { isAllowed, type PrivateTargets } from '#outbound/providers/targets.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { RepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'

type Scheme = RepositoryUrl['scheme']

/** Where repositories elsewhere may be. */
export interface RemoteAddresses {
  /** Addresses of a host that may be connected to; throws a `RemoteRepositoryError`. */
  addressesOf(host: string, scheme: Scheme): Promise<readonly string[]>
  /** Reason for not connecting to a host, or `undefined`, as far as its name tells. */
  objectionTo(host: string, scheme: Scheme): string | undefined
}

/** The rules of webhooks: public addresses, and private ones that the operator allows; plain HTTP only for those. */
export function createRemoteAddresses(
  allowed: PrivateTargets,
  resolveName: ResolveName = createNameResolver(),
): RemoteAddresses {
  const notAllowed = (host: string) => `${host} is at an address that Berth must not connect to.`
  const objectionTo = (host: string, scheme: Scheme): string | undefined => {
    const isNear = isIP(host) ? scopeOf(host) !== 'public' : isLoopback(host)
    if (isIP(host) && !isAllowed(scopeOf(host), allowed)) return notAllowed(host)
    if (scheme === 'http' && !(isNear && allowed !== 'none')) {
      return `Repositories of ${host} are read over HTTPS or SSH only.`
    }
    return undefined
  }
  return {
    objectionTo,
    async addressesOf(host, scheme) {
      const objection = objectionTo(host, scheme)
      if (objection) throw new RemoteRepositoryError(objection)
      if (isIP(host)) return [host]
      const found = await resolveName(host).catch(() => {
        throw new RemoteRepositoryError(`There is no host ${host}.`, { isTransient: true })
      })
      const usable = found.filter(({ address }) => isAllowed(scopeOf(address), allowed))
      if (usable.length === 0) throw new RemoteRepositoryError(notAllowed(host))
      return usable.map(({ address }) => address)
    },
  }
}
