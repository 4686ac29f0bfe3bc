import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainEnvironment, run, runOrThrow } from '#kit/process/subprocess.ts'
import { gte } from '#kit/text/versions.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, hasProgram, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { goPrograms } from './go-programs.ts'
import { archivePrefix, downloadModule, type GoProxy, goProxies, readSum } from './go-proxy.ts'
import { unpackModule } from './module-zip.ts'

export interface GoProgramOptions extends AttemptOptions {
  folder: string
  /** Releases of Go, in that folder or newly put there. */
  go: (folder: string) => ToolFolder
  /** `GOPROXY` of this machine. */
  goProxy?: string | undefined
  /** Variables with the proxies of this machine. */
  proxies?: Readonly<Record<string, string>> | undefined
  /** File with certificate authorities that this machine trusts besides the usual ones. */
  extraCaCerts?: string | undefined
  fetch?: typeof globalThis.fetch
  /** Replaces the hashes of the catalogue that ships. */
  sumOf?: (tool: Tool) => string | undefined
}

const shippedSum = ({ name, version }: Tool) =>
  shippedCatalogue.tools[name]?.hashes?.[version]?.[process.arch]

/**
 * Programs in Go, built once from a module of the module proxy. Its files must have the hash of the catalogue that ships, or, for a release that is newer, that of the checksum
 * database of Go; its `go.sum` is among them, by which Go checks every other module that is built in.
 */
export function createGoProgramToolchain(options: GoProgramOptions): ToolFolder {
  const { fetch = globalThis.fetch, sumOf = shippedSum } = options
  const install = async (tree: string, temporary: string, { tool, signal }: Install) => {
    const module = goPrograms[tool.name]
    if (!module) throw new NotOfferedError('it is no program in Go')
    const source = { module, version: `v${tool.version}` }
    const proxy: GoProxy = { addresses: goProxies(options.goProxy), fetch, signal }
    const sum = sumOf(tool) ?? (await readSum(proxy, source))
    if (!sum) throw new NotOfferedError('the checksum database of Go has no such release')
    const [file, folder] = [join(temporary, 'module.zip'), join(temporary, 'source')]
    await downloadModule(proxy, source, file)
    const prefix = archivePrefix(source)
    const found = await unpackModule({ file, prefix, to: folder, signal })
    if (found !== sum) throw new Error('its archive does not have the known hash')
    await mkdir(join(tree, 'bin'), { recursive: true })
    await build({ folder, temporary, program: join(tree, 'bin', tool.name), signal }, options)
  }
  return fetchOnce({
    timeout: 1_800_000,
    retries: 1,
    ...options,
    title: ({ name, version }) => `${name} ${version}`,
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

interface GoBuild {
  folder: string
  temporary: string
  program: string
  signal: AbortSignal
}

/** Nothing of the modules runs here: without C, Go only compiles. What applications do goes before. */
async function build(
  { folder, temporary, program, signal }: GoBuild,
  { folder: tools, go, goProxy, proxies, extraCaCerts }: GoProgramOptions,
): Promise<void> {
  const tool = { name: 'go', version: await releaseFor(folder) }
  const isThere = await hasProgram(join(tools, tool.name, tool.version), tool)
  // One that only this build needs goes with it: applications get theirs with a compiled standard library, which takes as long as the build.
  const release = await go(isThere ? tools : temporary)(tool)
  const env = {
    ...plainEnvironment(),
    ...proxies,
    ...(extraCaCerts && { SSL_CERT_FILE: extraCaCerts }),
    HOME: temporary,
    GOENV: 'off',
    GOPATH: join(temporary, 'gopath'),
    GOMODCACHE: join(temporary, 'modules'),
    GOCACHE: join(temporary, 'compiled'),
    GOPROXY: goProxies(goProxy).join(',') || 'off',
    // Every module must be in the go.sum whose hash is known.
    GOSUMDB: 'off',
    // What is read-only could not be removed.
    GOFLAGS: '-mod=readonly -modcacherw -buildvcs=false',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    CGO_ENABLED: '0',
  }
  const flags = ['-trimpath', '-ldflags=-s -w', '-o', program]
  const { code, stderr } = await run(
    ['nice', '--adjustment=10', join(release, 'bin/go'), 'build', ...flags, '.'],
    { cwd: folder, env, signal },
  )
  if (!isThere) await runOrThrow(['chmod', '--recursive', 'u+w', '--', release])
  if (code === 0) return
  const said = stderr.trim().split('\n').at(-1)?.slice(0, 500)
  throw Object.assign(
    new Error(`it could not be built: ${said}`),
    stderr.includes('no space left on device') && { code: 'ENOSPC' },
  )
}

/** The newest Go that is known, or the one that the module asks for. */
async function releaseFor(folder: string): Promise<string> {
  const newest = toolVersions(shippedCatalogue, 'go', process.arch).at(-1) ?? ''
  const [, first, second, third = '0'] =
    /^go (\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?\s*$/m.exec(
      await readFile(join(folder, 'go.mod'), 'utf8'),
    ) ?? []
  const least = first && second ? `${first}.${second}.${third}` : newest
  return gte(newest, least) ? newest : least
}
