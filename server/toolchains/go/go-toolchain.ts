import { chmod, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { compileStandardLibrary } from './compile-standard-library.ts'
import {
  archivePrefix,
  downloadModule,
  type GoProxy,
  goProxies,
  readSum,
  releaseModule,
} from './go-proxy.ts'
import { unpackModule } from './module-zip.ts'

export interface GoToolchainOptions extends AttemptOptions {
  folder: string
  /** `GOPROXY` of this machine. */
  goProxy?: string | undefined
  /** Folder of the Debian system that applications are built in; absent where the standard library is not compiled in advance. */
  system?: () => Promise<string>
  fetch?: typeof globalThis.fetch
  /** Node's name; this machine's when absent. */
  arch?: string
  /** Replaces the hashes of the catalogue that ships. */
  sumOf?: (version: string, arch: string) => string | undefined
}

const shippedSum = (version: string, arch: string) =>
  shippedCatalogue.tools.go?.hashes?.[version]?.[arch]

/**
 * Releases of Go from a module proxy, where `go` itself fetches others. The files of each must have the hash of the catalogue that ships, or, for a release that is newer,
 * that of the checksum database of Go.
 */
export function createGoToolchain(options: GoToolchainOptions): ToolFolder {
  const {
    goProxy,
    system,
    fetch = globalThis.fetch,
    arch = process.arch,
    sumOf = shippedSum,
  } = options
  const install = async (tree: string, temporary: string, { tool, signal }: Install) => {
    const proxy: GoProxy = { addresses: goProxies(goProxy), fetch, signal }
    const { version } = tool
    const release = releaseModule(version, arch)
    const sum = sumOf(version, arch) ?? (await readSum(proxy, release))
    if (!sum) throw new NotOfferedError('the checksum database of Go has no such release')
    const file = join(temporary, 'module.zip')
    await downloadModule(proxy, release, file)
    const prefix = archivePrefix(release)
    const found = await unpackModule({ file, prefix, to: tree, signal })
    if (found !== sum) throw new Error('its archive does not have the known hash')
    await arrange(tree)
    if (system) await compileStandardLibrary(tree, await system(), signal)
  }
  return fetchOnce({
    timeout: 600_000,
    ...options,
    title: ({ version }) => `Go ${version}`,
    install: (place, signal) =>
      installTool(place, (tree, temporary) =>
        install(tree, temporary, { tool: place.tool, signal }),
      ),
  })
}

interface Install {
  tool: Tool
  signal: AbortSignal
}

/** What `go` does with such a module: archives have no modes, and no `go.mod` but their own. */
async function arrange(tree: string): Promise<void> {
  for (const folder of ['bin', 'pkg/tool']) await makeExecutable(join(tree, folder))
  for (const folder of ['src', 'src/cmd']) {
    await rename(join(tree, folder, '_go.mod'), join(tree, folder, 'go.mod')).catch(ignoreMissing)
  }
}

async function makeExecutable(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
