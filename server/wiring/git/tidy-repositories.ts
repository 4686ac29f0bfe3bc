import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Replication } from '#git/replication/replication.ts'
import { deleteRepository, headOf, type RepositoryFolder } from '#git/repository.ts'
import { isId } from '#kit/text/ids.ts'
import type { Store } from '#platform/model/store.ts'

export interface ReplicatedFolder extends RepositoryFolder {
  store: Pick<Store, 'applications' | 'repositoryBundles'>
  replication: Replication
}

const suffix = '.git'
/** A repository is made some moments before its application is in the store. */
const minAge = 3_600_000

/** Makes repositories available to other servers that were pushed to before there was replication. */
export async function publishUnpublished(place: ReplicatedFolder): Promise<void> {
  const { store, replication } = place
  for (const { id, branch } of await store.applications.listAll()) {
    if ((await store.repositoryBundles.newestOf(id)) > 0) continue
    if ((await headOf(place, id, branch)) === undefined) continue
    await replication.duringPush(id, () => replication.publish(id))
  }
}

/** Removes copies of repositories whose application another server has deleted. */
export async function removeOrphanedRepositories(
  place: ReplicatedFolder,
  now: number,
): Promise<void> {
  const known = new Set((await place.store.applications.listAll()).map(({ id }) => `${id}`))
  for (const name of await readdir(place.folder)) {
    const id = name.slice(0, -suffix.length)
    if (!name.endsWith(suffix) || !isId('app', id) || known.has(id)) continue
    const found = await stat(join(place.folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < now - minAge) await deleteRepository(place, id)
  }
}
