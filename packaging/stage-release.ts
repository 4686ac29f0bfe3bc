import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildBundle } from '#bundle/build-bundle.ts'
import { currentFileOf, distOf, freshBundle } from '#bundle/fresh-bundle.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Architecture } from './architectures.ts'
import { defaultRegistry } from './default-registry.ts'
import { productionPackages } from './production-packages.ts'
import { releaseFiles } from './release-files.ts'
import { stageModules } from './stage-modules.ts'

/** What a release says about itself, in its `release.json`. */
export interface ReleaseNote {
  version: string
  commit: string
  /** Of the commit, so that each build of it is the same. */
  date: string
}

const buildTimeout = 600_000

/** Builds the server's bundle and the console of a checkout, if they are not those of its sources. */
export async function buildPrograms(checkout: string): Promise<void> {
  if (!freshBundle(checkout)) await buildBundle(checkout)
  const build = join(checkout, 'console/build/build.ts')
  await runOrThrow([process.execPath, build, '--if-stale'], {
    cwd: checkout,
    timeout: buildTimeout,
  })
}

/** Builds the documentation of a checkout into an empty folder: that in `docs/dist` may name another commit, and have other versions beside it. */
export async function buildDocumentation(checkout: string, folder: string): Promise<void> {
  const build = join(checkout, 'docs/site/build.ts')
  await runOrThrow([process.execPath, build, '--out', folder], {
    cwd: checkout,
    timeout: buildTimeout,
  })
}

export interface StageOptions {
  /** Folder that is made. */
  release: string
  note: ReleaseNote
  architecture: Architecture
  /** Folder with the built documentation; a test may do without. */
  documentation: string | undefined
}

/** Makes the folder of a release for one processor: a checkout without what nothing runs, and ready to run. */
export async function stageRelease(
  checkout: string,
  { release, note, architecture, documentation }: StageOptions,
): Promise<void> {
  await rm(release, { recursive: true, force: true })
  for (const path of await releaseFiles(checkout)) {
    await mkdir(dirname(join(release, path)), { recursive: true })
    await copyFile(join(checkout, path), join(release, path))
  }
  await stageBundle(checkout, release)
  await stageConsole(checkout, release)
  if (documentation !== undefined) await stageDocumentation(documentation, release)
  await copyFile(
    join(release, 'console/dist/licences.txt'),
    join(release, 'THIRD-PARTY-LICENCES.txt'),
  )
  await stageModules(checkout, await productionPackages(checkout, architecture.node), release)
  await copyFile(join(import.meta.dirname, 'tarball/install'), join(release, 'install'))
  const said = { ...note, npmRegistry: await defaultRegistry() }
  await writeFile(join(release, 'release.json'), `${JSON.stringify(said, null, 2)}\n`)
  await setModes(release)
}

/** Those that Git knows, whatever the umask of the checkout was. */
async function setModes(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await setModes(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** The current bundle, which names no sources to be compared with: files of a release do not change. */
async function stageBundle(checkout: string, release: string): Promise<void> {
  const main = freshBundle(checkout)
  if (!main) throw new Error('a source of the server has changed while it was bundled')
  const from = dirname(fileURLToPath(main))
  const folder = from.slice(distOf(checkout).length + 1)
  await cp(from, join(distOf(release), folder), { recursive: true })
  await writeFile(currentFileOf(release), JSON.stringify({ folder, inputs: {} }))
}

/** The console without assets of the build before, which only this checkout has had. */
async function stageConsole(checkout: string, release: string): Promise<void> {
  const dist = join(checkout, 'console/dist')
  const former: string[] = JSON.parse(await readFile(join(dist, 'former.json'), 'utf8'))
  const assets = former.map((name) => join('assets', name))
  await copyServed(dist, join(release, 'console/dist'), [...assets, 'inputs.json'])
}

/** The pages, compressed in one way: every browser takes gzip, and both would take 3 MB more of the disk. */
async function stageDocumentation(dist: string, release: string): Promise<void> {
  await copyServed(dist, join(release, 'docs/dist'), ['.inputs.json'])
  const names = await readdir(join(release, 'docs/dist'), { recursive: true })
  const brotli = names.filter((name) => name.endsWith('.br'))
  for (const name of brotli) await rm(join(release, 'docs/dist', name))
}

/** Copies a build without what it notes for the next one. */
async function copyServed(dist: string, to: string, skipped: readonly string[]): Promise<void> {
  const paths = new Set([...skipped, 'former.json'].map((name) => join(dist, name)))
  await cp(dist, to, { recursive: true, filter: (path) => !paths.has(path) })
}
