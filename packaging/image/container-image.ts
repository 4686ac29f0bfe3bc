import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobPath, layoutFiles } from '#kit/oci/image-layout.ts'
import type { Architecture } from '#packaging/architectures.ts'
import { type CompressionLevel, writeTar } from '#packaging/archive.ts'
import type { ReleaseNote } from '#packaging/stage-release.ts'
import { containerConfig } from './container-config.ts'
import { packagesOf, suite, writeDebianBase } from './debian-system.ts'
import { asLayer, type MadeLayer, writeReleaseTar } from './layers.ts'

/** The Debian below releases. */
export interface ImageBase {
  layer: MadeLayer
  packages: readonly string[]
}

export interface ImageOptions {
  /** Folder of the release, which is there again afterwards. */
  release: string
  base: ImageBase
  note: ReleaseNote
  architecture: Architecture
  /** Folder for what is made on the way. */
  scratch: string
  level?: CompressionLevel | undefined
}

/** Makes the base in a folder. */
export async function makeImageBase(
  folder: string,
  { architecture, date, level }: Pick<ImageOptions, 'architecture' | 'level'> & { date: number },
): Promise<ImageBase> {
  const tar = join(folder, `base-${architecture.debian}.tar`)
  await writeDebianBase(tar, { architecture, date })
  const packages = await packagesOf(tar)
  return { packages, layer: await asLayer(tar, `mmdebstrap ${suite}`, level) }
}

/** Makes an image of Debian and a release, packed as tar. */
export async function writeContainerImage(file: string, options: ImageOptions): Promise<void> {
  const { release, base, note, architecture, scratch, level } = options
  const { version, date: created } = note
  const date = Date.parse(created) / 1000
  const tar = join(scratch, 'release.tar')
  await writeReleaseTar(release, tar, { date, scratch })
  const layers = [base.layer, await asLayer(tar, `berth ${version}`, level)]
  const layout = join(scratch, 'layout')
  const config = containerConfig(note, base.packages)
  const image = { architecture: architecture.debian, created, config, layers }
  const files = layoutFiles({ ...image, name: `berth:${version}` })
  await mkdir(join(layout, dirname(blobPath(base.layer.digest))), { recursive: true })
  for (const { file, digest } of layers) await link(file, join(layout, blobPath(digest)))
  for (const [path, text] of files) await writeFile(join(layout, path), text)
  await writeTar(layout, file, {
    date,
    names: ['blobs', 'index.json', 'manifest.json', 'oci-layout'],
  })
}
