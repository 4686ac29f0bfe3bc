import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type FileServer, serveFolder } from './file-server.ts'

/** A file of a package: its text, a file of the machine to copy, or where a symbolic link leads to. */
export type PackageFile = string | { copyOf: string } | { link: string }

/** Files of packages by name; `versions` are those that are not `1`, `depends` what packages need besides themselves. */
export type Packages = Readonly<Record<string, Readonly<Record<string, PackageFile>>>>

/** A repository of Debian packages on this machine, without a signature. */
export interface DebianRepository extends AsyncDisposable {
  /** For `sources.list`, trusted although nobody has signed it. */
  mirror: string
  /** The same, with signatures required as usual. */
  strictMirror: string
  server: FileServer
  /** Replaces the archive of a package, but not what the index says of it. */
  spoil(name: string): Promise<void>
}

export async function openDebianRepository(
  suite: string,
  packages: Packages,
  versions: Readonly<Record<string, string>> = {},
  depends: Readonly<Record<string, string>> = {},
): Promise<DebianRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-debian-'))
  const archive = (name: string) => join(folder, 'pool', `${name}_1_all.deb`)
  await mkdir(join(folder, 'pool'))
  const index: string[] = []
  for (const [name, files] of Object.entries(packages)) {
    const control = controlOf(name, versions[name] ?? '1', depends[name])
    await buildPackage(control, files, archive(name))
    const bytes = await readFile(archive(name))
    index.push(
      `${control}Filename: pool/${name}_1_all.deb\nSize: ${bytes.length}\nSHA256: ${hashOf(bytes)}\n`,
    )
  }
  await writeIndex(join(folder, 'dists', suite), suite, `${index.join('\n')}\n`)
  const server = await serveFolder(folder)
  return {
    mirror: `[trusted=yes] ${server.address}`,
    strictMirror: server.address,
    server,
    spoil: (name) => writeFile(archive(name), 'another archive'),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

const controlOf = (name: string, version: string, depends?: string) =>
  `Package: ${name}\nVersion: ${version}\nArchitecture: all\n${depends ? `Depends: ${depends}\n` : ''}Maintainer: Nobody <nobody@example.test>\nDescription: nothing\n`

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

async function buildPackage(
  control: string,
  files: Readonly<Record<string, PackageFile>>,
  archive: string,
): Promise<void> {
  const tree = await mkdtemp(join(tmpdir(), 'berth-package-'))
  await runOrThrow(['chmod', '755', tree])
  await mkdir(join(tree, 'DEBIAN'))
  await writeFile(join(tree, 'DEBIAN/control'), control)
  for (const [path, file] of Object.entries(files)) {
    const to = join(tree, path)
    await mkdir(dirname(to), { recursive: true })
    if (typeof file === 'string') await writeFile(to, file)
    else if ('link' in file) await symlink(file.link, to)
    else await cp(file.copyOf, to, { dereference: true })
  }
  const build = ['dpkg-deb', '--build', '--root-owner-group', '-Znone', tree, archive] as const
  await runOrThrow([...build])
  await rm(tree, { recursive: true })
}

async function writeIndex(folder: string, suite: string, index: string): Promise<void> {
  const architecture = (await runOrThrow(['dpkg', '--print-architecture'])).trim()
  const path = `main/binary-${architecture}/Packages`
  await mkdir(join(folder, dirname(path)), { recursive: true })
  await writeFile(join(folder, path), index)
  const release = [
    `Suite: ${suite}`,
    `Codename: ${suite}`,
    `Date: ${new Date().toUTCString()}`,
    `Architectures: ${architecture}`,
    'Components: main',
    'SHA256:',
    ` ${hashOf(index)} ${Buffer.byteLength(index)} ${path}`,
    '',
  ]
  await writeFile(join(folder, 'Release'), release.join('\n'))
}
