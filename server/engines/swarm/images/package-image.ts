import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { followProgress } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { run } from '#kit/process/subprocess.ts'
import { filesOfPackages, installedPackages, withDependencies } from './debian-packages.ts'
import type { PinnedImage } from './image-name.ts'
import { addLayer } from './layer.ts'
import { tagOf } from './registry.ts'
import { type TarStream, tarStream } from './tar-stream.ts'

export interface PackageImage {
  /** Repository below that of the registry, such as `berth/base`. */
  repository: string
  /** Debian packages of this machine; those that it lacks are left out. */
  packages: readonly string[]
  /** An archive of files over those of the packages, the same for the same content. */
  files: Buffer
}

/** Files that packages make while they are installed. */
const madeFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ssl/certs', '/etc/nsswitch.conf']

/** An image of Debian as it is on this machine, by its own packages. Made once for a set of versions and files. */
export async function providePackageImage(
  parts: Pick<SwarmParts, 'docker' | 'registry' | 'log'>,
  { repository, packages: names, files }: PackageImage,
): Promise<PinnedImage> {
  const packages = withDependencies(names, await installedPackages())
  const versions = packages.map(({ name, version }) => `${name} ${version}`)
  const content = createHash('sha256').update(files).digest('hex')
  const image = parts.registry.nameOf(repository, tagOf([versions, content]))
  return parts.registry.provide(image, async () => {
    parts.log(`Making the image ${repository} from ${packages.length} packages of this machine.`)
    const from = await importPackages(parts, await filesOfPackages(packages))
    return addLayer(parts.docker, { from, image }, files)
  })
}

async function importPackages(
  parts: Pick<SwarmParts, 'docker'>,
  listed: string[],
): Promise<string> {
  // A machine may lack some of them.
  const { stdout: made } = await run(['find', ...madeFiles, '-maxdepth', '1'])
  const paths = await realPaths([...listed, ...made.trim().split('\n')])
  return importFiles(parts, tarStream({ folder: '/', paths }))
}

/** An image of nothing but the files of an archive; resolves to its id. */
export async function importFiles(
  { docker }: Pick<SwarmParts, 'docker'>,
  { stream, ended }: TarStream,
): Promise<string> {
  const progress = await docker.importImage(stream, {} as object)
  let id = ''
  const onEvent = ({ status = '' }) => {
    if (status.startsWith('sha256:')) id = status
  }
  await Promise.all([ended, followProgress(docker, progress, onEvent)])
  return id
}

/** Packages name `/bin/sh` what lies in `/usr/bin/sh`; an archive needs the links of folders first, and each file once. */
async function realPaths(paths: readonly string[]): Promise<string[]> {
  const parents = new Map<string, string>()
  const links = new Set(['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'])
  const found = new Set<string>()
  for (const path of paths) {
    const facts = await lstat(path).catch(() => undefined)
    if (!facts) continue
    if (links.has(path)) {
      found.add(path.slice(1))
      continue
    }
    const parent = dirname(path)
    if (!parents.has(parent)) {
      parents.set(parent, (await run(['realpath', '--', parent])).stdout.trim())
    }
    found.add(join(parents.get(parent) ?? parent, path.slice(parent.length)).slice(1))
  }
  return [...found].sort()
}
