import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { GemServer } from '#tests/support/gems/gem-server.ts'
import { packingScript, packUnpacked } from '#tests/support/gems/packed-gems.ts'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { serveOutside } from '#tests/support/packages/outside-folder.ts'
import { type UnpackedPackage, unpackEach } from '#tests/support/packages/unpack-each.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { machineMirrors } from '#toolchains/debian/debian-mirrors.ts'

const suite = 'trixie'

/** What its authors have released, without what Debian has packages of its own for. */
const release = {
  path: 'pool/main/r/redmine/redmine_6.0.5%2Bds.orig.tar.gz',
  sha256: '222e30b40ac2f4ed84bd8a2530cb07f1f7b4c63ad212566e6a8259749ae0b50c',
}

const isPart = (name: string) => /^(ruby-|libjs-)/.test(name)

export interface Redmine {
  /** Its files, as its authors have them in one folder. */
  files: string
  /** Has the gems that it names. */
  gems: GemServer
}

/** Redmine with the gems and scripts of Debian's packages of it. */
export async function openRedmine(): Promise<Redmine> {
  const own = await readFile(new URL(import.meta.url), 'utf8')
  const folder = await keptFolder('redmine', `${own} ${await packingScript()}`, make)
  const gems = join(folder, 'gems')
  const server = await serveOutside(gems)
  const environment = { BUNDLE_MIRROR__ALL: server.address }
  return { files: join(folder, 'files'), gems: { ...server, folder: gems, environment } }
}

async function make(temporary: string, signal: AbortSignal): Promise<void> {
  const ruby = { name: 'ruby', version: '3.3' }
  const toolFolder = await provideTools(ruby)
  const names = ['redmine', 'libruby3.3', 'puma', 'rake', 'ruby-pg']
  const unpacked = await unpackEach({ suite, names, withDependency: isPart, temporary, signal })
  const made = join(temporary, 'made')
  await mkdir(made)
  await packUnpacked({ system: await toolFolder(ruby), temporary, to: 'gems', signal })
  const files = join(made, 'files')
  await mkdir(files)
  await unpackRelease(files, temporary, signal)
  await addScripts(files, unpacked, { temporary, signal })
}

async function unpackRelease(files: string, temporary: string, signal: AbortSignal) {
  const { main } = await machineMirrors(signal)
  const response = await fetch(new URL(release.path, main), { signal })
  if (!response.ok) throw new Error(`${release.path}: ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== release.sha256) throw new Error(`${release.path} is another file: ${hash}`)
  const archive = join(temporary, 'redmine.tar.gz')
  await writeFile(archive, bytes)
  const options = ['--strip-components=1', '--no-same-owner']
  await runOrThrow(['tar', '-xzf', archive, '-C', files, ...options], { signal })
}

/** Scripts that are links to other packages, and a Gemfile for the versions that Debian has. */
async function addScripts(
  files: string,
  unpacked: readonly UnpackedPackage[],
  { temporary, signal }: { temporary: string; signal: AbortSignal },
): Promise<void> {
  const root = join(temporary, 'root')
  for (const each of unpacked) {
    if (!/^(redmine$|libjs-|ruby-jquery-rails$)/.test(each.name)) continue
    await cp(each.root, root, { recursive: true, verbatimSymlinks: true })
  }
  const packaged = join(root, 'usr/share/redmine')
  await copyFile(join(packaged, 'Gemfile'), join(files, 'Gemfile'))
  await runOrThrow(
    [
      ...(['cp', '--recursive', '--dereference', '--no-clobber'] as const),
      ...['--', join(packaged, 'app/assets/javascripts'), join(files, 'app/assets')],
    ],
    { signal },
  )
}
