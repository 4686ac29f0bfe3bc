import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { blobPath, type Descriptor, type ImageConfig, layerTypes } from './image-layout.ts'

/** An image of which every file has the digest by which it is named. */
export interface ReadImage {
  names: readonly string[]
  config: ImageConfig
  layers: readonly Descriptor[]
}

interface Manifest {
  config: Descriptor
  layers: Descriptor[]
}

const unpackTimeout = 600_000
const digestForm = /^sha256:[0-9a-f]{64}$/

/** Reads an image layout that is packed as tar; throws when a digest is wrong, or the two lists of its layers differ. */
export async function readImage(file: string): Promise<ReadImage> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'image-'))
  const unpack = ['--extract', '--file', file, '--directory', folder.path, '--no-same-owner']
  await runOrThrow(['tar', ...unpack], { timeout: unpackTimeout })
  const blob = async ({ digest }: Descriptor) => {
    if (!digestForm.test(digest)) throw new Error(`${file}: ${digest} is not a digest`)
    const path = join(folder.path, blobPath(digest))
    if (!(await lstat(path)).isFile()) throw new Error(`${file}: ${digest} is not a file`)
    await expectDigest(path, digest, false)
    return path
  }
  const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
  const index: { manifests: Descriptor[] } = await json(join(folder.path, 'index.json'))
  const [descriptor, ...others] = index.manifests
  if (!descriptor || others.length > 0) throw new Error(`${file} has not one image`)
  const manifest: Manifest = await json(await blob(descriptor))
  const config: ImageConfig = await json(await blob(manifest.config))
  const diffIds = config.rootfs.diff_ids
  if (diffIds.length !== manifest.layers.length) throw new Error(`${file}: a layer is not listed`)
  for (const [place, layer] of manifest.layers.entries())
    await expectDigest(await blob(layer), diffIds[place] ?? '', layer.mediaType === layerTypes.gzip)
  const docker: { Config: string; RepoTags: string[]; Layers: string[] }[] = await json(
    join(folder.path, 'manifest.json'),
  )
  const [said] = docker
  const isSame =
    docker.length === 1 &&
    said?.Config === blobPath(manifest.config.digest) &&
    said.Layers.join() === manifest.layers.map(({ digest }) => blobPath(digest)).join()
  if (!isSame) throw new Error(`${file}: manifest.json is about another image than index.json`)
  return { names: said.RepoTags, config, layers: manifest.layers }
}

async function expectDigest(path: string, digest: string, isCompressed: boolean): Promise<void> {
  const hash = createHash('sha256')
  if (isCompressed) await pipeline(createReadStream(path), createGunzip(), hash)
  else await pipeline(createReadStream(path), hash)
  if (`sha256:${hash.digest('hex')}` !== digest) throw new Error(`${path} is not ${digest}`)
}
