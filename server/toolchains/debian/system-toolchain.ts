import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '#kit/concurrency/clock.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, hasProgram, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { namesIn, recordUse } from '#toolchains/trim-tools.ts'
import { openApt } from './apt.ts'
import { type DebianMirrors, machineMirrors } from './debian-mirrors.ts'
import { installSystem, packagesFile } from './install-system.ts'
import { newestSystem, systemLine, systemVersion } from './system-versions.ts'
import { systemPackages } from './systems.ts'

export interface SystemToolchainOptions extends AttemptOptions {
  folder: string
  clock?: Clock
  /** Replaces the mirrors of Debian of this machine. */
  mirrors?: DebianMirrors
  /** Replaces what the catalogue says. */
  contentOf?: (tool: Tool) => SystemContent
}

interface SystemContent {
  suite: string
  packages: readonly string[]
}

/** What a system is made of, or an error that nobody retries. */
function usualContent({ name, version }: Tool): SystemContent {
  const suite = shippedCatalogue.tools[name]?.suites?.[systemLine(version)]
  const packages = suite && systemPackages(name, suite)
  if (!suite || !packages) throw new NotOfferedError('no such version is offered')
  return { suite, packages }
}

/** The newest system of a line in the folder of tools. */
export async function installedSystem(
  folder: string,
  { name, version }: Pick<Tool, 'name' | 'version'>,
): Promise<string | undefined> {
  const names = await namesIn(join(folder, name))
  const complete = await Promise.all(
    names.map((each) => hasProgram(join(folder, name, each), { name, version: each })),
  )
  return newestSystem(
    names.filter((_, at) => complete[at]),
    systemLine(version),
  )
}

/** Brings the system of a day into the folder of tools, unless it is there. */
const createInstaller = (options: SystemToolchainOptions): ToolFolder =>
  fetchOnce({
    timeout: 900_000,
    ...options,
    title: ({ name, version }) => `The Debian system with ${name} ${systemLine(version)}`,
    install: (place, signal) =>
      installTool(place, (tree, temporary) =>
        installSystem(tree, {
          ...(options.contentOf ?? usualContent)(place.tool),
          temporary,
          mirrors: options.mirrors,
          signal,
        }),
      ),
  })

/**
 * Tools that are a Debian system: their folder is its root, and `bin/<name>` is in it as everywhere. The newest of the line stands in for one that is not
 * there any more: Debian mends a line and does not change it.
 */
export function createSystemToolchain(options: SystemToolchainOptions): ToolFolder {
  const { folder, clock = systemClock } = options
  const install = createInstaller(options)
  return async (tool) => {
    const { name, version } = tool
    const place = join(folder, name, version)
    if (await hasProgram(place, tool)) return place
    const found = await installedSystem(folder, tool)
    const exact = { name, version: found ?? systemVersion(systemLine(version), clock()) }
    const root = await install(exact)
    await recordUse(folder, exact)
    return root
  }
}

export interface SystemRefresh extends SystemToolchainOptions {
  tool: Pick<Tool, 'name' | 'version'>
  /** Where lists of packages stay from one time to the next. */
  lists: string
}

const listTimeout = 300_000

/** Fetches the system of a line again where its suite has other packages than the newest that is there; whether it did. A line that nobody has used stays away. */
export async function refreshSystem(options: SystemRefresh): Promise<boolean> {
  const { folder, tool, lists, clock = systemClock } = options
  const { name, version } = tool
  const newest = await installedSystem(folder, tool)
  if (!newest) return false
  const { suite, packages } = (options.contentOf ?? usualContent)(tool)
  const signal = AbortSignal.timeout(listTimeout)
  const mirrors = options.mirrors ?? (await machineMirrors(signal))
  const apt = await openApt({ suite, mirrors, folder: join(lists, suite), signal })
  const wanted = await apt.plan(packages)
  const has = await readFile(join(folder, name, newest, packagesFile), 'utf8').catch(() => '')
  if (has === `${wanted.join('\n')}\n`) return false
  const exact = { name, version: systemVersion(systemLine(version), clock()) }
  await createInstaller(options)(exact)
  // Those that nobody has used for long are trimmed first.
  await recordUse(folder, exact)
  return true
}
