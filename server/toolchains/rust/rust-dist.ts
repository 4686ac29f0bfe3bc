import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse, TomlError } from 'smol-toml'
import { object, read, record, string, unknown } from '#kit/schema.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

/** A server with releases of Rust, as rustup reads them. */
export interface RustDist {
  /** Ends with `/`. */
  address: string
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

const usual = 'https://static.rust-lang.org/'

/** Where cargo finds crates: the index and the archives. */
export const crateRegistries = ['https://index.crates.io/', 'https://static.crates.io/']

/** The server that a `RUSTUP_DIST_SERVER` names, else that of the Rust project. */
export function rustDistServer(setting: string | undefined): string {
  const url = URL.parse(setting?.trim() ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href.replace(/\/?$/, '/') : usual
}

/** What a compiler for the processor of the machine is made of, in the order in which hashes are listed. */
const packageNames = ['rustc', 'cargo', 'rust-std'] as const

/** Node's names of architectures and those of Rust. */
const targets: Readonly<Record<string, string>> = {
  x64: 'x86_64-unknown-linux-gnu',
  arm64: 'aarch64-unknown-linux-gnu',
}

export interface RustPackage {
  /** The folder in the archive that has what is installed. */
  component: string
  url: string
  sha256: string
}

/** A release, as its manifest describes it. */
export interface RustRelease {
  /** Day of the release, as in `2026-10-15`. */
  date: string
  /** `1.99.1`, `1.100.0-beta.3` or `1.101.0-nightly`. */
  version: string
  /** Its packages by Node's name of the architecture; none where there is no such compiler. */
  packages: ReadonlyMap<string, readonly RustPackage[]>
}

const maxManifestBytes = 8 * 1024 * 1024

/** A channel, such as `stable`, `1.88.0` or `1.88`, or one of a day, such as `nightly-2026-10-30`. */
function manifestPath(name: string): string {
  const [, channel, day] = /^(stable|beta|nightly)-(\d{4}-\d\d-\d\d)$/.exec(name) ?? []
  return channel && day
    ? `dist/${day}/channel-rust-${channel}.toml`
    : `dist/channel-rust-${name}.toml`
}

/** Reads the manifest of a channel, which has to be as the hash beside it says. */
export async function readRelease(dist: RustDist, name: string): Promise<RustRelease> {
  const path = manifestPath(name)
  const [hash = ''] = (await readText(await ask(dist, `${path}.sha256`))).trim().split(/\s+/)
  const text = await readText(await ask(dist, path))
  if (createHash('sha256').update(text).digest('hex') !== hash) {
    throw new Error('the manifest of the release does not have the hash beside it')
  }
  return parseRelease(text)
}

const manifestSchema = object({
  date: string,
  pkg: record(object({ version: string, target: record(unknown) })),
})
const targetSchema = object({ url: string, hash: string })

const unusable = () => new Error('the manifest of the release cannot be read')

function parseRelease(text: string): RustRelease {
  const { value } = read(manifestSchema, tablesOf(text))
  const [version] = value?.pkg.rustc?.version.split(' ') ?? []
  if (!value || !version || !/^\d{4}-\d\d-\d\d$/.test(value.date)) throw unusable()
  const packages = new Map<string, RustPackage[]>()
  for (const [arch, target] of Object.entries(targets)) {
    const found = packageNames.flatMap((name) => {
      const { value: offered } = read(targetSchema, value.pkg[name]?.target[target])
      if (!offered || !/^[0-9a-f]{64}$/.test(offered.hash)) return []
      const component = name === 'rust-std' ? `rust-std-${target}` : name
      return { component, url: offered.url, sha256: offered.hash }
    })
    if (found.length === packageNames.length) packages.set(arch, found)
  }
  return { date: value.date, version, packages }
}

function tablesOf(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TomlError) throw unusable()
    throw error
  }
}

/** One hash for the packages of a release: that of the list of theirs. */
export function sumOfPackages(packages: readonly RustPackage[]): string {
  const lines = packages.map(({ component, sha256 }) => `${sha256}  ${component}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Whether it is such a hash. */
export const isPackagesSum = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const maxArchiveBytes = 500 * 1024 * 1024

/** Downloads an archive to a file; throws unless it has the known hash. */
export async function downloadPackage(
  dist: RustDist,
  { url, sha256, component }: RustPackage,
  to: string,
): Promise<void> {
  // A mirror has the manifests of the Rust project, with its address in them.
  const path = url.startsWith(usual) ? url.slice(usual.length) : url
  const { body } = await ask(dist, path)
  if (!body) throw new Error('the server of Rust gave an empty answer')
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxArchiveBytes) {
        throw new NotOfferedError(`the archive of ${component} is larger than 500 MB`)
      }
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(body, hashed, createWriteStream(to))
  if (hash.digest('hex') !== sha256) {
    throw new Error(`the archive of ${component} does not have the known hash`)
  }
}

async function ask({ address, fetch, signal }: RustDist, path: string): Promise<Response> {
  const response = await fetch(new URL(path, address), { signal })
  if (response.ok) return response
  await response.body?.cancel()
  if (response.status === 404 || response.status === 403) {
    throw new NotOfferedError('the server of Rust does not have it')
  }
  throw new Error(`the server of Rust answered ${response.status}`)
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxManifestBytes) throw new Error('the server of Rust gave too long an answer')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
