import type { Clock } from '#kit/concurrency/clock.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { Store } from '#platform/model/store.ts'
import type { Settings } from '#settings/settings.ts'
import { type KeptTool, trimTools } from '#toolchains/trim-tools.ts'
import { toolchainFolder } from '#wiring/engine.ts'
import type { DataFolder } from './data-folder.ts'

export interface TrimOptions {
  store: Store
  clock: Clock
  settings: Settings
  path: DataFolder['path']
  maxBytes: number
}

/**
 * Keeps the tools of this data folder within their limit. A folder set by BERTH_TOOLCHAINS may be shared and is not
 * trimmed.
 */
export async function trimToolchains(options: TrimOptions): Promise<KeptTool[]> {
  const { store, clock, settings, path, maxBytes } = options
  if (settings.toolchains) return []
  const used = await toolsInUse(store)
  return trimTools({ folder: toolchainFolder(settings, path), maxBytes, now: clock(), used })
}

/** Tools of running releases, and of those that may have to be restarted. */
async function toolsInUse(store: Store): Promise<Tool[]> {
  const instances = await store.instances.listAll()
  const applications = await store.applications.listAll()
  const ids = new Set([
    ...instances.map(({ deploymentId }) => deploymentId),
    ...applications.flatMap(({ liveDeploymentId }) => liveDeploymentId ?? []),
  ])
  const releases = await Promise.all([...ids].map((id) => store.releases.find(id)))
  return releases.flatMap((release) => release?.recipe.tools ?? [])
}
