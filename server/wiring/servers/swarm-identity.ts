import type { SwarmIdentity } from '#engines/swarm/identity.ts'
import type { Store } from '#platform/model/store.ts'
import type { Settings } from '#settings/settings.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'

/**
 * How services of a swarm are distinguished: by the platform, which is the same at all servers of a database, and by the server
 * that works with them. A database with instances of a single server keeps the name that they have. `undefined` for a
 * server without others.
 */
export async function swarmIdentity(
  { engine }: Pick<Settings, 'engine'>,
  { path }: Pick<DataFolder, 'path'>,
  store: Pick<Store, 'shared' | 'claims' | 'instances'> | undefined,
): Promise<SwarmIdentity | undefined> {
  if (engine !== 'swarm' || !store?.shared) return undefined
  const { identityOf, newPlatformName } = await import('#engines/swarm/identity.ts')
  const hasInstances = (await store.instances.listAll()).length > 0
  const own = hasInstances ? (await identityOf(path('engine'))).platform : newPlatformName()
  const platform = await store.shared.files.agree('swarm platform', own)
  return { platform, server: store.claims.serverId }
}
