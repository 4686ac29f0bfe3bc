import type { RepositoryAccess } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import {
  parseRepositoryUrl,
  type RepositoryUrl,
} from '#platform/model/hosting/connected-repositories/repository-url.ts'
import { authorization } from './remote-command.ts'
import { missing, placeOf } from './remote-problem.ts'

/** What git asks a repository for first. */
const firstPath = '/info/refs'

/** How the new address of a repository is found and judged. */
export interface MovedRepositoryOptions {
  /** Asks where a URL redirects to, without going there. */
  findRedirect(request: {
    url: URL
    /** The only addresses that may be connected to. */
    addresses: readonly string[]
    headers: Readonly<Record<string, string>>
    signal?: AbortSignal | undefined
  }): Promise<URL | undefined>
  /** Addresses of a repository's host that may be connected to; throws a `RemoteRepositoryError`. */
  addressesOf(url: RepositoryUrl): Promise<readonly string[]>
}

/** Says where a repository has moved to. It is not followed: the credentials of its owner are for the address that they have named. */
export async function movedProblem(
  { findRedirect, addressesOf }: MovedRepositoryOptions,
  url: RepositoryUrl,
  access: RepositoryAccess,
  { addresses, signal }: { addresses: readonly string[]; signal?: AbortSignal | undefined },
): Promise<RemoteRepositoryError> {
  const place = placeOf(url)
  const target = await findRedirect({
    url: new URL(`${url.href}${firstPath}?service=git-upload-pack`),
    addresses,
    headers: authorization(access),
    signal,
  })
  if (!target) {
    return new RemoteRepositoryError(
      `${place} has moved: connect the repository at its new address.`,
    )
  }
  // Some hosts lead to their login instead of saying that there is no such repository.
  if (!target.pathname.endsWith(firstPath)) return new RemoteRepositoryError(missing(place, access))
  const moved = repositoryAt(target)
  if (!moved) return new RemoteRepositoryError(`${place} redirects to what is not a repository.`)
  try {
    await addressesOf(moved)
  } catch (error) {
    if (!(error instanceof RemoteRepositoryError)) throw error
    return new RemoteRepositoryError(`${place} has moved. ${error.message}`)
  }
  return new RemoteRepositoryError(
    `${place} has moved: connect the repository at its new address, ${moved.href}.`,
  )
}

function repositoryAt({ protocol, host, pathname }: URL): RepositoryUrl | undefined {
  try {
    return parseRepositoryUrl(`${protocol}//${host}${pathname.slice(0, -firstPath.length)}`)
  } catch {
    return undefined
  }
}
