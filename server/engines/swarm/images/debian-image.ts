import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { containerPaths, containerUser, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { writeTar } from '#kit/files/tar.ts'
import type { PinnedImage } from './image-name.ts'
import { addLayer } from './layer.ts'
import { providePackageImage } from './package-image.ts'
import { tagOf } from './registry.ts'

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

const scripts = {
  'init.pl': join(import.meta.dirname, '../output/init.pl'),
  'close-descriptors.pl': join(import.meta.dirname, '../../../../kit/process/close-descriptors.pl'),
  'output-pump.pl': join(import.meta.dirname, '../../process/output/output-pump.pl'),
  'supervise.sh': join(import.meta.dirname, '../../process/sandbox/supervise.sh'),
  'supervise.pl': join(import.meta.dirname, '../../process/sandbox/supervise.pl'),
}

/** Texts of the scripts that start the commands of an instance. */
export async function readScripts(): Promise<Record<string, Buffer>> {
  const texts = Object.entries(scripts).map(
    async ([name, path]): Promise<[string, Buffer]> => [name, await readFile(path)],
  )
  return Object.fromEntries(await Promise.all(texts))
}

/**
 * The image below all others: Debian as it is on this machine, or what the operator names, with a user and the scripts
 * that start instances. Kept in the registry.
 */
export async function provideBaseImage(parts: SwarmParts): Promise<PinnedImage> {
  const { registry, docker, baseImage, basePackages } = parts
  const files = await readBaseFiles(parts)
  if (!baseImage) {
    return providePackageImage(parts, { repository: 'berth/base', packages: basePackages, files })
  }
  const image = registry.nameOf('berth/base', tagOf([baseImage, files.toString('base64')]))
  return registry.provide(image, () => addLayer(docker, { from: baseImage, image }, files))
}

/** What every image has over its packages. */
export const readBaseFiles = async ({
  extraCaCerts,
}: Pick<SwarmParts, 'extraCaCerts'>): Promise<Buffer> =>
  baseFiles(await readScripts(), extraCaCerts)

/** The user, the folders and the scripts. */
function baseFiles(texts: Record<string, Buffer>, extraCaCerts: Buffer | undefined): Buffer {
  const owner = containerUser
  return writeTar([
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
