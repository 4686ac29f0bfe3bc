import { compare, gte, major, minor, valid } from '#kit/text/versions.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { CatalogueStatus, Toolchains } from '#platform/model/hosting/toolchains/toolchains.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { Settings } from '#settings/settings.ts'
import {
  endOfLife,
  longTermName,
  securityRelease,
  toolChannels,
  toolVersions,
} from '#toolchains/catalogue/catalogue.ts'
import { openKeptCatalogue, type Refreshed } from '#toolchains/catalogue/kept-catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { fetchProblem } from '#toolchains/fetch-attempt.ts'
import { goProxies } from '#toolchains/go/go-proxy.ts'
import { compareJava, isJavaLine, javaLine } from '#toolchains/java/java-versions.ts'
import { knownMavenAddress } from '#toolchains/maven/maven-address.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { rustDistServer } from '#toolchains/rust/rust-dist.ts'
import { listTools, removeTool } from '#toolchains/trim-tools.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { openToolFolder, toolchainFolder } from '#wiring/engine.ts'
import { chooseTool } from './choose-tool.ts'
import { openJdks } from './open-jdks.ts'
import { openSystems } from './open-systems.ts'

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
  const folder = toolchainFolder(settings, path)
  const provide = openToolFolder(settings, path)
  const systems = openSystems({ settings, path, clock })
  const jdks = openJdks({ settings, path, catalogue: () => kept.current })
  const kept = await openKeptCatalogue({
    file: path('tool-catalogue.json'),
    shipped: shippedCatalogue,
    registry: npmRegistry({
      setting: settings.npmRegistry,
      environment: { npm_config_registry: machine.npmRegistry, PATH: machine.path },
    }),
    jdks: jdks.ask,
    goProxies: goProxies(machine.packageSources.GOPROXY),
    maven: () =>
      knownMavenAddress({
        repository: settings.mavenRepository || undefined,
        folder,
        provide,
        log,
      }),
    rustDist: rustDistServer(machine.packageSources.RUSTUP_DIST_SERVER),
    clock,
    log,
  })
  let lastAttempt: CatalogueStatus['lastAttempt'] = null
  let refreshed: Refreshed = { problems: [], notes: [] }
  const versions = (tool: string) => toolVersions(kept.current, tool, process.arch)
  const catalogue: Catalogue = {
    versions,
    endOfLife: (version) => endOfLife(kept.current, 'node', version),
    longTermName: (version) => longTermName(kept.current, version),
    channels: (tool) => toolChannels(kept.current, tool),
    today: () => new Date(clock()).toISOString().slice(0, 10),
    defaults: settings.defaultVersions,
  }
  const toolchains: Toolchains = {
    status: () => ({
      origin: kept.origin,
      date: Date.parse(kept.current.date),
      interval: settings.toolchainRefresh ?? null,
      lastAttempt,
      ...refreshed,
      problems: [...refreshed.problems, ...systems.problems()],
    }),
    async refresh() {
      systems.beginRefresh()
      try {
        refreshed = await kept.refresh()
        lastAttempt = { date: clock(), problem: null }
      } catch (error) {
        refreshed = { problems: [], notes: [] }
        const problem = fetchProblem(error)
        lastAttempt = { date: clock(), problem }
        throw new Error(problem, { cause: error })
      }
    },
    async installed() {
      const tools = await listTools(folder)
      return tools
        .map(({ name, version, bytes, usedAt }) => ({
          name,
          version,
          bytes,
          usedAt,
          endOfLife: toolchains.endOfLife({ name, version }) ?? null,
          newer: toolchains.newerOfLine({ name, version }) ?? null,
          securityRelease: toolchains.securityRelease({ name, version }) ?? null,
        }))
        .sort((one, other) => one.name.localeCompare(other.name) || byVersion(one, other))
    },
    async fetch(asked) {
      const { name, version } = chooseTool(asked, catalogue, Object.keys(kept.current.tools))
      // An application gets the newest JDK of a line that its source has.
      const line = name === 'java' && isJavaLine(asked.version) ? asked.version : version
      const exact = {
        name,
        version: (await toolchains.exactVersion({ name, version: line })).version,
      }
      await provide(exact)
      return exact
    },
    async remove(tool, used) {
      if (settings.toolchains)
        throw new Refusal(
          'conflict',
          'BERTH_TOOLCHAINS names the folder of tools, which other platforms may use too: remove it there by hand.',
        )
      return removeTool({ folder, tool, used })
    },
    newerOfLine({ name, version }) {
      if (name === 'java') return newerJdk(jdks.newest(javaLine(version)), version)
      if (isSystemTool({ name })) return systems.newer({ name, version })
      if (!valid(version)) return undefined
      const newest = versions(name).findLast(
        (each) => valid(each) && isSameLine(name, each, version),
      )
      return newest !== undefined && !gte(version, newest) ? newest : undefined
    },
    securityRelease: ({ name, version }) => securityRelease(kept.current, name, version),
    endOfLife: ({ name, version }) => endOfLife(kept.current, name, version),
    async exactVersion({ name, version }, onFetch) {
      if (name === 'java') return jdks.choose(version, onFetch)
      if (isSystemTool({ name }))
        return { version: await systems.choose({ name, version }, onFetch) }
      return { version }
    },
    async expectedVersion({ name, version }) {
      if (name === 'java') return jdks.expect(version)
      return isSystemTool({ name }) ? systems.expect({ name, version }) : version
    },
  }
  return { toolchains, catalogue }
}

/** Of these a line is that of the first two numbers. */
const linesOfTwo = ['go', 'rust']

const isSameLine = (name: string, one: string, other: string) =>
  major(one) === major(other) && (!linesOfTwo.includes(name) || minor(one) === minor(other))

const newerJdk = (newest: string | undefined, version: string) =>
  newest !== undefined && compareJava(version, newest) < 0 ? newest : undefined

function byVersion({ version: one }: { version: string }, { version: other }: { version: string }) {
  return valid(one) && valid(other)
    ? compare(one, other)
    : one.localeCompare(other, 'en', { numeric: true })
}
