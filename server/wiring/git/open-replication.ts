import type { Replication } from '#git/replication/replication.ts'
import type { RepositoryFolder } from '#git/repository.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import type { Store } from '#platform/model/store.ts'
import type { SharedObjects } from '#wiring/objects/open-objects.ts'

export interface ReplicationParts {
  store: Store
  objects: SharedObjects | undefined
  clock: Clock
  log: (line: string) => void
  localRepositories: RepositoryFolder
}

/** Replication of repositories, if there can be other servers and they share files. */
export async function openReplication({
  store,
  objects,
  localRepositories,
  ...rest
}: ReplicationParts): Promise<Replication | undefined> {
  if (!store.claims.isShared || !objects) return undefined
  const { createReplication } = await import('#git/replication/replicated.ts')
  return createReplication({
    ...rest,
    store,
    objects: objects.store,
    repositories: localRepositories,
  })
}
