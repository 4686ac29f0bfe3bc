import type { Clock } from '#kit/concurrency/clock.ts'
import { toolsInUse } from '#platform/hosting/toolchains/tools-in-use.ts'
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
  const used = (await toolsInUse(store)).flatMap(({ tools }) => tools)
  return trimTools({ folder: toolchainFolder(settings, path), maxBytes, now: clock(), used })
}
