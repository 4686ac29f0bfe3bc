import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Layer, layerTypes } from '#kit/oci/image-layout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type CompressionLevel, packTimeout, usualLevel, writeTar } from '#packaging/archive.ts'
import { imagePaths } from './container-config.ts'

/** A layer with the file that it is in. */
export interface MadeLayer extends Layer {
  file: string
}

/** Packs a release, and links to its programs, as they are in the image. The release is back in its folder afterwards. */
export async function writeReleaseTar(
  release: string,
  file: string,
  { date, scratch }: { date: number; scratch: string },
): Promise<void> {
  const root = join(scratch, 'image')
  const at = (path: string) => join(root, path)
  const { home, cache, start, health } = imagePaths
  const programs = [
    ['/usr/local/bin/berth', 'bin/berth'],
    ['/usr/local/sbin/berth-server', 'bin/berth-server'],
  ] as const
  const folders = [
    dirname(home),
    cache,
    dirname(health),
    ...programs.map(([path]) => dirname(path)),
  ]
  for (const path of folders) await mkdir(at(path), { recursive: true })
  for (const path of [start, health]) {
    await copyFile(join(import.meta.dirname, basename(path)), at(path))
    await chmod(at(path), 0o755)
  }
  for (const [path, program] of programs)
    await symlink(relative(dirname(path), join(home, program)), at(path))
  await rename(release, at(home))
  try {
    // The root itself, and its folders that Debian has as links, stay as they are.
    await writeTar(root, file, { date, names: ['opt', 'usr', 'var'] })
  } finally {
    await rename(at(home), release)
  }
}

/** Makes a layer of an archive, compressed in its place; gzip writes no time and no name. */
export async function asLayer(
  tar: string,
  createdBy: string,
  level: CompressionLevel = usualLevel,
): Promise<MadeLayer> {
  const diffId = await digestOfFile(tar)
  if (level === 'none')
    return { ...(await described(tar, layerTypes.plain)), diffId, createdBy, file: tar }
  const compress = ['--no-name', '--force', `-${Math.max(1, level)}`]
  await runOrThrow(['gzip', ...compress, tar], { timeout: packTimeout })
  const file = `${tar}.gz`
  return { ...(await described(file, layerTypes.gzip)), diffId, createdBy, file }
}

const described = async (file: string, mediaType: string) => ({
  mediaType,
  digest: await digestOfFile(file),
  size: (await stat(file)).size,
})

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return `sha256:${hash.digest('hex')}`
}
