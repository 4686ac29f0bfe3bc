import { getCACertificates } from 'node:tls'
import {
  createRemoteRepositories,
  type RemoteRepositoriesOptions,
} from '#git/remote/remote-repositories.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
import { createRedirectFinder } from '#outbound/repositories/find-redirect.ts'
import { createRemoteAddresses } from '#outbound/repositories/remote-addresses.ts'
import { isAtRegisteredHost } from '#platform/hosting/git-hosts/host-repository.ts'
import type { RemoteRepositories } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { Store } from '#platform/model/store.ts'

export interface OpenRemoteRepositoriesOptions
  extends Pick<RemoteRepositoriesOptions, 'folder' | 'git' | 'replication' | 'limits'> {
  store: Store
  targets: { allowed: PrivateTargets; authorities: readonly string[] }
}

/** Reads repositories elsewhere, at the addresses that the operator allows. */
export function openRemoteRepositories({
  store,
  targets,
  ...options
}: OpenRemoteRepositoriesOptions): RemoteRepositories {
  const authorities = () => [...getCACertificates('default'), ...targets.authorities].join('\n')
  return createRemoteRepositories({
    ...options,
    ...createRemoteAddresses({
      allowed: targets.allowed,
      isRegistered: ({ href }) => isAtRegisteredHost({ store }, href),
    }),
    findRedirect: createRedirectFinder(authorities),
    authorities,
  })
}
