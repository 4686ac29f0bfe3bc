import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

export interface GoProxy {
  /** Addresses of module proxies, each ending with `/`, in the order in which they are asked. */
  addresses: readonly string[]
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

const usual = 'https://proxy.golang.org/'

/**
 * Module proxies of a `GOPROXY`: a list with commas or bars between them. `direct` asks repositories, where toolchains are not, and
 * `off` forbids all; a list of neither means the proxy that Go asks by default.
 */
export function goProxies(setting: string | undefined): string[] {
  const names = (setting ?? '').split(/[,|]/).map((name) => name.trim())
  const addresses = names.flatMap((name) => {
    const url = URL.parse(name)
    return url && /^https?:$/.test(url.protocol) ? [url.href.replace(/\/?$/, '/')] : []
  })
  if (addresses.length > 0) return addresses
  return names.includes('off') ? [] : [usual]
}

const maxListBytes = 4 * 1024 * 1024
const maxArchiveBytes = 500 * 1024 * 1024

const toolchain = 'golang.org/toolchain'
/** Node's names of architectures and those of Go. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The version of the module that has a release of Go: `v0.0.1-go1.27.3.linux-amd64`. */
const moduleVersion = (version: string, arch: string): string =>
  `v0.0.1-go${version}.linux-${architectures[arch] ?? arch}`

/** What all paths in the archive of a module begin with. */
export const archivePrefix = ({ module, version }: ModuleVersion): string => `${module}@${version}/`

/** One version of a module, `v1.2.3`. */
export interface ModuleVersion {
  /** Without capital letters, which have another spelling in addresses. */
  module: string
  version: string
}

/** The module that has a release of Go. */
export const releaseModule = (version: string, arch: string): ModuleVersion => ({
  module: toolchain,
  version: moduleVersion(version, arch),
})

/** Versions of a module that the proxy lists, in no order. A proxy may list only those that somebody has asked it for. */
export const listVersions = async (proxy: GoProxy, module: string): Promise<string[]> =>
  (await readText(await ask(proxy, `${module}/@v/list`))).split('\n')

/** Releases of Go for Linux that the proxy lists, in no order. */
export async function listReleases(proxy: GoProxy, arch: string): Promise<string[]> {
  const ending = `.linux-${architectures[arch] ?? arch}`
  return (await listVersions(proxy, toolchain)).flatMap((line) => {
    const [, version] = /^v0\.0\.1-go(\d{1,3}\.\d{1,3}\.\d{1,3})\.linux-\w{1,10}$/.exec(line) ?? []
    return version && line.endsWith(ending) ? [version] : []
  })
}

/**
 * The hash of the files of a module in the checksum database of Go, `h1:…`; none where it knows no such version. The proxy passes on what
 * that database says, as it does for `go` itself.
 */
export async function readSum(
  proxy: GoProxy,
  { module, version }: ModuleVersion,
): Promise<string | undefined> {
  const path = `sumdb/sum.golang.org/lookup/${module}@${version}`
  const response = await ask(proxy, path).catch((error) => {
    if (error instanceof NotOfferedError) return undefined
    throw error
  })
  if (!response) return undefined
  const line = (await readText(response)).split('\n').find((each) => each.includes(' h1:'))
  const [name, found, sum = ''] = line?.split(' ') ?? []
  return name === module && found === version && isSum(sum) ? sum : undefined
}

/** Whether it is a hash of files, as `go.sum` and the checksum database have them. */
export const isSum = (text: string): boolean => /^h1:[A-Za-z0-9+/]{43}=$/.test(text)

/** Downloads the archive of a module to a file. */
export async function downloadModule(
  proxy: GoProxy,
  { module, version }: ModuleVersion,
  file: string,
): Promise<void> {
  const { body } = await ask(proxy, `${module}/@v/${version}.zip`)
  const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxArchiveBytes) throw new NotOfferedError('its archive is larger than 500 MB')
      yield chunk
    }
  }
  if (!body) throw new Error('the Go proxy gave an empty answer')
  await pipeline(body, limited, createWriteStream(file))
}

/** The first answer of a proxy that has the path. */
async function ask({ addresses, fetch, signal }: GoProxy, path: string): Promise<Response> {
  let problem: Error = new NotOfferedError('GOPROXY of this machine is off')
  for (const address of addresses) {
    const response = await fetch(new URL(path, address), { signal })
    if (response.ok) return response
    await response.body?.cancel()
    problem =
      response.status === 404 || response.status === 410
        ? new NotOfferedError('the Go proxy does not have it')
        : new Error(`the Go proxy answered ${response.status}`)
  }
  throw problem
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxListBytes) throw new Error('the Go proxy gave too long an answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
