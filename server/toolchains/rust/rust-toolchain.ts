import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import {
  downloadPackage,
  type RustDist,
  type RustPackage,
  readRelease,
  rustDistServer,
  sumOfPackages,
} from './rust-dist.ts'

export interface RustToolchainOptions extends AttemptOptions {
  folder: string
  /** `RUSTUP_DIST_SERVER` of this machine. */
  rustDist?: string | undefined
  fetch?: typeof globalThis.fetch
  /** Node's name; this machine's when absent. */
  arch?: string
  /** Replaces the hashes of the catalogue that ships. */
  sumOf?: (version: string, arch: string) => string | undefined
}

const shippedSum = (version: string, arch: string) =>
  shippedCatalogue.tools.rust?.hashes?.[version]?.[arch]

const unpackTimeout = 300_000

/**
 * Releases of Rust from the server of its project or a mirror: the compiler, cargo and the standard library in one folder. A release of the catalogue that ships must have the
 * packages that it had then; any other, such as a nightly, is what its manifest says.
 */
export function createRustToolchain(options: RustToolchainOptions): ToolFolder {
  const { rustDist, fetch = globalThis.fetch, arch = process.arch, sumOf = shippedSum } = options
  const install = async (tree: string, temporary: string, { version, signal }: Install) => {
    const dist: RustDist = { address: rustDistServer(rustDist), fetch, signal }
    const release = await readRelease(dist, version)
    const packages = release.packages.get(arch)
    if (!packages) throw new NotOfferedError('it has no compiler for this processor')
    const sum = sumOf(version, arch)
    if (sum !== undefined && sum !== sumOfPackages(packages)) {
      throw new Error('its packages do not have the known hash')
    }
    await mkdir(tree)
    for (const each of packages) {
      const archive = join(temporary, 'package.tar.gz')
      await downloadPackage(dist, each, archive)
      await unpack(archive, each, tree)
    }
    // A tool has a program of its name.
    await symlink('rustc', join(tree, 'bin/rust'))
  }
  return fetchOnce({
    timeout: 600_000,
    ...options,
    title: ({ version }) => `Rust ${version}`,
    install: (place, signal) =>
      installTool(place, (tree, temporary) =>
        install(tree, temporary, { version: place.tool.version, signal }),
      ),
  })
}

interface Install {
  version: string
  signal: AbortSignal
}

/** The files of the component, without its documentation. */
async function unpack(archive: string, { url, component }: RustPackage, tree: string) {
  const root =
    new URL(url).pathname
      .split('/')
      .at(-1)
      ?.replace(/\.tar\.gz$/, '') ?? ''
  await runOrThrow(
    [
      ...(['tar', '--extract', '--gzip', '--force-local', '--no-same-owner'] as const),
      ...['--strip-components=2', `--file=${archive}`, `--directory=${tree}`],
      ...['share/doc', 'share/man'].map((folder) => `--exclude=${root}/${component}/${folder}`),
      `--exclude=${root}/${component}/manifest.in`,
      ...['--', `${root}/${component}`],
    ],
    { timeout: unpackTimeout },
  )
}
