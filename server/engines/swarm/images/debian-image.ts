import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { followProgress } from '#engines/swarm/docker-client.ts'
import { containerPaths, containerUser, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { writeTar } from '#kit/files/tar.ts'
import { run } from '#kit/process/subprocess.ts'
import { filesOfPackages, installedPackages, withDependencies } from './debian-packages.ts'
import { addLayer } from './layer.ts'
import { tagOf } from './registry.ts'
import { tarStream } from './tar-stream.ts'

/** Packages of the base image: a shell, what builds call, and what an instance is started by. */
export const usualPackages = [
  ...['base-files', 'base-passwd', 'bash', 'ca-certificates', 'coreutils', 'curl', 'dash'],
  ...[
    'diffutils',
    'findutils',
    'g++',
    'gawk',
    'git',
    'grep',
    'gzip',
    'hostname',
    'libc-bin',
    'libstdc++6',
  ],
  ...['make', 'openssh-client', 'patch', 'perl-base', 'procps', 'python3', 'sed', 'tar', 'unzip'],
  ...['util-linux', 'xz-utils'],
]

/** Files that packages make while they are installed. */
const madeFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ssl/certs', '/etc/nsswitch.conf']

const scripts = {
  'init.pl': join(import.meta.dirname, '../output/init.pl'),
  'output-pump.pl': join(import.meta.dirname, '../../process/output/output-pump.pl'),
  'supervise.sh': join(import.meta.dirname, '../../process/sandbox/supervise.sh'),
}

/** Texts of the scripts that start the commands of an instance. */
export async function readScripts(): Promise<Record<string, Buffer>> {
  const texts = Object.entries(scripts).map(
    async ([name, path]): Promise<[string, Buffer]> => [name, await readFile(path)],
  )
  return Object.fromEntries(await Promise.all(texts))
}

/**
 * The image below all others: Debian as it is on this machine, by its own packages, with a user and the scripts that
 * start instances. Made once for a set of versions, and kept in the registry.
 */
export async function provideBaseImage(parts: SwarmParts): Promise<string> {
  const texts = await readScripts()
  const own = Object.entries(texts).map(([name, text]) => [name, text.toString('base64')])
  const ca = parts.extraCaCerts?.toString('base64')
  if (parts.baseImage) {
    const image = parts.registry.nameOf('berth/base', tagOf([parts.baseImage, own, ca]))
    await parts.registry.provide(image, () => layerOn(parts, parts.baseImage, image, texts))
    return image
  }
  const packages = withDependencies(parts.basePackages, await installedPackages())
  const versions = packages.map(({ name, version }) => `${name} ${version}`)
  const image = parts.registry.nameOf('berth/base', tagOf([versions, own, ca]))
  await parts.registry.provide(image, async () => {
    parts.log(`Making the base image from ${packages.length} packages of this machine.`)
    const plain = `berth-debian:${tagOf(versions)}`
    await importFiles(parts, plain, await filesOfPackages(packages))
    await layerOn(parts, plain, image, texts)
  })
  return image
}

async function importFiles({ docker }: SwarmParts, image: string, listed: string[]): Promise<void> {
  // A machine may lack some of them.
  const { stdout: made } = await run(['find', ...madeFiles, '-maxdepth', '1'])
  const paths = await realPaths([...listed, ...made.trim().split('\n')])
  const { stream, ended } = tarStream({ folder: '/', paths })
  const [repo, tag] = image.split(':')
  const progress = await docker.importImage(stream, { repo, tag } as object)
  await Promise.all([ended, followProgress(docker, progress)])
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

/** Puts the user, the folders and the scripts over an image. */
async function layerOn(
  { docker, extraCaCerts }: SwarmParts,
  from: string,
  image: string,
  texts: Record<string, Buffer>,
): Promise<void> {
  const owner = containerUser
  const files = writeTar([
    { path: 'app/', owner },
    { path: 'home/app/', owner },
    { path: 'home/app/.cache/', owner },
    { path: 'tmp/', mode: 0o1777 },
    { path: 'etc/passwd', content: passwd },
    { path: 'etc/group', content: group },
    { path: 'etc/ssl/extra.pem', content: extraCaCerts ?? Buffer.alloc(0) },
    ...Object.entries(texts).map(([name, content]) => ({
      path: `${containerPaths.scripts.slice(1)}/${name}`,
      content,
      isExecutable: true,
    })),
  ])
  await addLayer(docker, { from, image }, files)
}

const nobody = 65_534
const passwd = Buffer.from(
  [
    'root:x:0:0:root:/root:/bin/sh',
    `app:x:${containerUser}:${containerUser}:app:/home/app:/bin/bash`,
    `nobody:x:${nobody}:${nobody}:nobody:/nonexistent:/usr/sbin/nologin`,
    '',
  ].join('\n'),
)
const group = Buffer.from(`root:x:0:\napp:x:${containerUser}:\nnogroup:x:${nobody}:\n`)
