import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { goProxies } from '#toolchains/go/go-proxy.ts'
import { readNewestJdks } from '#toolchains/java/newest-jdks.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'
import {
  type FetchedFile,
  filesOfRelease,
  refreshedFromMaven,
} from '#toolchains/maven/maven-releases.ts'
import { downloadMavenFile, type MavenRepository } from '#toolchains/maven/maven-repository.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { rustDistServer } from '#toolchains/rust/rust-dist.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { allVersions, type ToolCatalogue, type ToolFile } from './catalogue.ts'
import { jdkQuestion, makeCatalogue } from './make-catalogue.ts'
import { shippedCatalogue } from './shipped-catalogue.ts'

const help = `npm run catalogue [-- <registry> --go-proxy <GOPROXY> --maven <repository> --rust-dist <RUSTUP_DIST_SERVER>]

Updates server/toolchains/catalogue/catalogue.json, the catalogue that ships: the stable releases of Node, npm, pnpm, Yarn,
Bun and Deno that the registry offers for each architecture, the long-term support and end of life of each line of Node, the
releases of Go that the proxy has, those of Rust and the days of its channels, newer releases of Maven, Ant, Tomcat and Jetty with the hashes of their files, and the newest JDK of each line that Debian's suites and their security suites have. The registry is the one given, else the one that npm on this machine uses; the mirror is
that of apt on this machine; the Maven repository is Maven Central unless one is given.

The launcher of sbt, Play 1, and the suites and ends of life of JDKs are in the same file and are kept by hand. A running platform refreshes its own copy of the rest.`

const timeout = 1_200_000
const file = fileURLToPath(new URL('./catalogue.json', import.meta.url))
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url))

interface Sources {
  setting: string | undefined
  goProxy: string | undefined
  /** Address of a Maven repository. */
  repository: string | undefined
  /** `RUSTUP_DIST_SERVER`. */
  rustDist: string | undefined
}

async function update({ setting, goProxy, repository, rustDist }: Sources): Promise<void> {
  const registry = await npmRegistry({ setting })()
  const signal = AbortSignal.timeout(timeout)
  const folder = await mkdtemp(join(tmpdir(), 'berth-catalogue-'))
  try {
    const toolchain = createToolchains({
      folder: join(folder, 'tools'),
      registry: async () => registry,
    })
    const maven = { address: await createMavenAddress(repository, toolchain)(), fetch, signal }
    const made = await makeCatalogue(
      {
        registry: { registry, fetch, signal },
        go: { addresses: goProxies(goProxy), fetch, signal },
        maven,
        rust: { address: rustDistServer(rustDist), fetch, signal },
        jdks: (java) => readNewestJdks({ ...jdkQuestion(java), folder, signal }),
      },
      shippedCatalogue,
      new Date(),
    )
    for (const { tool, text } of made.notes) console.log(`${tool}: ${text}`)
    const [problem] = made.problems
    if (problem) throw new Error(`${problem.tool}: ${problem.text}`)
    await write(await withHashes(made.catalogue, maven, folder))
  } finally {
    await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The catalogue with the SHA-256 of each file of releases that are new: they are downloaded once for it. */
async function withHashes(
  catalogue: ToolCatalogue,
  maven: MavenRepository,
  folder: string,
): Promise<ToolCatalogue> {
  const tools = { ...catalogue.tools }
  for (const name of refreshedFromMaven) {
    const entry = tools[name]
    if (!entry) continue
    const files = { ...entry.files }
    for (const version of allVersions(entry)) {
      if (files[version]) continue
      files[version] = []
      for (const file of (await filesOfRelease(entry, version, maven)) ?? []) {
        files[version].push(await hashed(file, maven, join(folder, 'file')))
      }
    }
    tools[name] = { ...entry, files }
  }
  return { ...catalogue, tools }
}

async function hashed(file: FetchedFile, maven: MavenRepository, to: string): Promise<ToolFile> {
  await downloadMavenFile(maven, file, to)
  const { path } = file
  const sha256 = createHash('sha256')
    .update(await readFile(to))
    .digest('hex')
  if ('to' in file) return { path, sha256, to: file.to }
  return { path, sha256, unpack: file.unpack, ...(file.only && { only: file.only }) }
}

async function write(next: ToolCatalogue): Promise<void> {
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`)
  await runOrThrow([biome, 'format', '--write', file], { timeout })
  for (const [tool, { versions }] of Object.entries(next.tools)) {
    const lists = Array.isArray(versions) ? { 'every processor': versions } : versions
    for (const [processor, { length }] of Object.entries(lists)) {
      console.log(`${tool}: ${length} releases for ${processor}`)
    }
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    'go-proxy': { type: 'string' },
    maven: { type: 'string' },
    'rust-dist': { type: 'string' },
  },
})
if (values.help) console.log(help)
else {
  await update({
    setting: positionals[0],
    goProxy: values['go-proxy'],
    repository: values.maven,
    rustDist: values['rust-dist'],
  }).catch((error: Error) => {
    console.error(`The catalogue stays as it was: ${error.message}`)
    process.exitCode = 1
  })
}
