import { join } from 'node:path'
import type { Clock } from '#kit/concurrency/clock.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { ToolNote } from '#platform/model/hosting/toolchains/toolchains.ts'
import type { Settings } from '#settings/settings.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import {
  createSystemToolchain,
  installedSystem,
  refreshSystem,
} from '#toolchains/debian/system-toolchain.ts'
import {
  isSystemLine,
  newestSystem,
  systemLine,
  systemVersion,
} from '#toolchains/debian/system-versions.ts'
import { fetchProblem } from '#toolchains/fetch-attempt.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { toolchainFolder } from '#wiring/engine.ts'

type NamedTool = Pick<Tool, 'name' | 'version'>

/** Debian systems as deployments of this server choose them. */
export interface Systems {
  /** The version that a deployment gets of a line, fetched if there is none. */
  choose(tool: NamedTool, onFetch?: (version: string) => void): Promise<string>
  /** The same, without fetching. */
  expect(tool: NamedTool): Promise<string>
  /** A newer one of the line that was there at the last look. */
  newer(tool: NamedTool): string | undefined
  /** Begins to fetch those again whose suite has changed, which takes minutes. */
  beginRefresh(): void
  /** Of which the last refresh failed, and why. */
  problems(): readonly ToolNote[]
}

export interface SystemsOptions {
  settings: Settings
  path: DataFolder['path']
  clock: Clock
}

export function openSystems({ settings, path, clock }: SystemsOptions): Systems {
  const folder = toolchainFolder(settings, path)
  const provide = createSystemToolchain({ folder, clock })
  const seen = new Map<string, Set<string>>()
  const see = async (tool: NamedTool) => {
    const found = await installedSystem(folder, tool)
    if (found) seen.set(tool.name, (seen.get(tool.name) ?? new Set()).add(found))
    return found
  }
  const lines = () =>
    Object.entries(shippedCatalogue.tools).flatMap(([name, { suites = {} }]) =>
      isSystemTool({ name }) ? Object.keys(suites).map((version) => ({ name, version })) : [],
    )
  let problems: ToolNote[] = []
  let isRefreshing = false

  const refresh = async () => {
    const found: ToolNote[] = []
    for (const tool of lines()) {
      try {
        const lists = join(path('toolchains'), '.apt', 'systems')
        await refreshSystem({ folder, clock, tool, lists })
        await see(tool)
      } catch (error) {
        found.push({ tool: tool.name, text: fetchProblem(error) })
      }
    }
    problems = found
  }

  return {
    async choose(tool, onFetch) {
      // The memory engine runs no programs.
      if (!isSystemLine(tool.version) || settings.engine === 'memory') return tool.version
      const found = await see(tool)
      if (found) return found
      onFetch?.(systemVersion(tool.version, clock()))
      await provide(tool)
      return (await see(tool)) ?? tool.version
    },
    expect: async (tool) => (isSystemLine(tool.version) && (await see(tool))) || tool.version,
    newer({ name, version }) {
      const newest = newestSystem([...(seen.get(name) ?? [])], systemLine(version))
      return newest !== undefined && newest > version ? newest : undefined
    },
    problems: () => problems,
    beginRefresh() {
      if (isRefreshing || settings.engine === 'memory') return
      isRefreshing = true
      void refresh().finally(() => {
        isRefreshing = false
      })
    },
  }
}
