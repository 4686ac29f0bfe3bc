import { isIP } from 'node:net'
import { isLoopback } from '#kit/net/loopback.ts'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { createNameResolver, type ResolveName } from '#outbound/providers/resolve-name.ts'
import { isAllowed, type PrivateTargets } from '#outbound/providers/targets.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { RepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'

/** Where repositories elsewhere may be. */
export interface RemoteAddresses {
  /** Addresses of a repository's host that may be connected to; throws a `RemoteRepositoryError`. */
  addressesOf(url: RepositoryUrl): Promise<readonly string[]>
  /** Reason for not connecting to it, or `undefined`, as far as its name tells. */
  objectionTo(url: RepositoryUrl): Promise<string | undefined>
}

export interface RemoteAddressOptions {
  allowed: PrivateTargets
  /** Whether it is at a host that the operator has registered. */
  isRegistered(url: RepositoryUrl): Promise<boolean>
  resolveName?: ResolveName
}

/**
 * The rules of webhooks: public addresses, and private ones that the operator allows; plain HTTP only for those. A
 * host that the operator has registered may be anywhere, at the port and by the scheme that it was registered with.
 */
export function createRemoteAddresses({
  allowed,
  isRegistered,
  resolveName = createNameResolver(),
}: RemoteAddressOptions): RemoteAddresses {
  const notAllowed = (host: string) => `${host} is at an address that Berth must not connect to.`
  const objectionFor = (
    { host, scheme }: RepositoryUrl,
    targets: PrivateTargets,
    isOwn: boolean,
  ) => {
    const isNear = isIP(host) ? scopeOf(host) !== 'public' : isLoopback(host)
    if (isIP(host) && !isAllowed(scopeOf(host), targets)) return notAllowed(host)
    if (scheme === 'http' && !isOwn && !(isNear && targets !== 'none')) {
      return `Repositories of ${host} are read over HTTPS or SSH only.`
    }
    return undefined
  }
  const targetsFor = (isOwn: boolean): PrivateTargets => (isOwn ? 'all' : allowed)
  return {
    async objectionTo(url) {
      const isOwn = await isRegistered(url)
      return objectionFor(url, targetsFor(isOwn), isOwn)
    },
    async addressesOf(url) {
      const { host } = url
      const isOwn = await isRegistered(url)
      const objection = objectionFor(url, targetsFor(isOwn), isOwn)
      if (objection) throw new RemoteRepositoryError(objection)
      if (isIP(host)) return [host]
      const found = await resolveName(host).catch(() => {
        throw new RemoteRepositoryError(`There is no host ${host}.`, { isTransient: true })
      })
      const usable = found.filter(({ address }) => isAllowed(scopeOf(address), targetsFor(isOwn)))
      if (usable.length === 0) throw new RemoteRepositoryError(notAllowed(host))
      return usable.map(({ address }) => address)
    },
  }
}
