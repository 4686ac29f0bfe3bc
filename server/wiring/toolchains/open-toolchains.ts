import { compare, gte, major, valid } from '#kit/text/versions.ts'
import type { CatalogueStatus, Toolchains } from '#platform/model/hosting/toolchains.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { Settings } from '#settings/settings.ts'
import { endOfLife, longTermName, toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { openKeptCatalogue } from '#toolchains/catalogue/kept-catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { fetchProblem } from '#toolchains/fetch-attempt.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { listTools } from '#toolchains/trim-tools.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { toolchainFolder } from '#wiring/engine.ts'

export interface ToolchainOptions {
  settings: Settings
  path: DataFolder['path']
  clock: () => number
  log: (line: string) => void
}

/** The catalogue of tools of this server: what operators see of it, and what planning reads. */
export async function openToolchains({
  settings,
  path,
  clock,
  log,
}: ToolchainOptions): Promise<{ toolchains: Toolchains; catalogue: Catalogue }> {
  const { machine } = settings
  const kept = await openKeptCatalogue({
    file: path('tool-catalogue.json'),
    shipped: shippedCatalogue,
    registry: npmRegistry({
      setting: settings.npmRegistry,
      environment: { npm_config_registry: machine.npmRegistry, PATH: machine.path },
    }),
    clock,
    log,
  })
  let lastAttempt: CatalogueStatus['lastAttempt'] = null
  const versions = (tool: string) => toolVersions(kept.current, tool, process.arch)
  const catalogue: Catalogue = {
    versions,
    endOfLife: (version) => endOfLife(kept.current, 'node', version),
    longTermName: (version) => longTermName(kept.current, version),
    today: () => new Date(clock()).toISOString().slice(0, 10),
    defaults: settings.defaultVersions,
  }
  const toolchains: Toolchains = {
    status: () => ({
      origin: kept.origin,
      date: Date.parse(kept.current.date),
      interval: settings.toolchainRefresh ?? null,
      lastAttempt,
    }),
    async refresh() {
      try {
        await kept.refresh()
        lastAttempt = { date: clock(), problem: null }
      } catch (error) {
        const problem = fetchProblem(error)
        lastAttempt = { date: clock(), problem }
        throw new Error(problem, { cause: error })
      }
    },
    async installed() {
      const tools = await listTools(toolchainFolder(settings, path))
      return tools
        .map(({ name, version, bytes, usedAt }) => ({
          name,
          version,
          bytes,
          usedAt,
          endOfLife: toolchains.endOfLife({ name, version }) ?? null,
          newer: toolchains.newerOfLine({ name, version }) ?? null,
        }))
        .sort((one, other) => one.name.localeCompare(other.name) || byVersion(one, other))
    },
    newerOfLine({ name, version }) {
      if (!valid(version)) return undefined
      const newest = versions(name).findLast(
        (each) => valid(each) && major(each) === major(version),
      )
      return newest !== undefined && !gte(version, newest) ? newest : undefined
    },
    endOfLife: ({ name, version }) => endOfLife(kept.current, name, version),
  }
  return { toolchains, catalogue }
}

function byVersion({ version: one }: { version: string }, { version: other }: { version: string }) {
  return valid(one) && valid(other)
    ? compare(one, other)
    : one.localeCompare(other, 'en', { numeric: true })
}
