import { getCACertificates } from 'node:tls'
import {
  createRemoteRepositories,
  type RemoteRepositoriesOptions,
} from '#git/remote/remote-repositories.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
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
export const openRemoteRepositories = ({
  store,
  targets: { allowed, authorities },
  ...options
}: OpenRemoteRepositoriesOptions): RemoteRepositories =>
  createRemoteRepositories({
    ...options,
    ...createRemoteAddresses({
      allowed,
      isRegistered: ({ href }) => isAtRegisteredHost({ store }, href),
    }),
    authorities: () => [...getCACertificates('default'), ...authorities].join('\n'),
  })
