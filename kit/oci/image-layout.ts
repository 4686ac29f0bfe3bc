import { createHash } from 'node:crypto'

/** A file of an image that is known by its content. */
export interface Descriptor {
  mediaType: string
  /** `sha256:…` */
  digest: string
  size: number
  annotations?: Readonly<Record<string, string>>
}

/** An archive with files of an image, as it is stored: compressed or not. */
export interface Layer extends Omit<Descriptor, 'annotations'> {
  /** Digest of the archive that is not compressed. */
  diffId: string
  /** How it was made, for `docker history`. */
  createdBy: string
}

/** What runs in a container, in the fields of the OCI image specification; the health check is Docker's. */
export interface ContainerConfig {
  Entrypoint: readonly string[]
  Env: readonly string[]
  ExposedPorts: Readonly<Record<string, object>>
  Healthcheck: { Test: readonly string[]; Interval: number; Timeout: number; StartPeriod: number }
  Labels: Readonly<Record<string, string>>
  StopSignal: string
  Volumes: Readonly<Record<string, object>>
  WorkingDir: string
}

export interface Image {
  /** Name and tag, such as `shop:1.0.0`. */
  name: string
  /** By Docker's name. */
  architecture: string
  /** Of all that has a time. */
  created: string
  config: ContainerConfig
  /** The lowest first. */
  layers: readonly Layer[]
}

/** The config of an image, as far as it is read here. */
export interface ImageConfig {
  architecture: string
  os: string
  created: string
  config: ContainerConfig
  rootfs: { type: 'layers'; diff_ids: readonly string[] }
  history: readonly { created: string; created_by: string }[]
}

const oci = 'application/vnd.oci.image'
export const layerTypes = {
  plain: `${oci}.layer.v1.tar`,
  gzip: `${oci}.layer.v1.tar+gzip`,
} as const

/** Label with name and version of the Debian packages in the lowest layer, by which a difference between two images can be explained. */
export const packagesLabel = 'debian.packages'

/** Path of a file by its digest. */
export const blobPath = (digest: string): string => `blobs/${digest.replace(':', '/')}`

const digestOfText = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`

/**
 * The files of an OCI image layout beside its layers, by path. `manifest.json` says the same in the form of `docker save`, because Docker
 * before version 25 loads nothing else.
 */
export function layoutFiles(image: Image): Map<string, string> {
  const { name, architecture, created, layers } = image
  const files = new Map<string, string>()
  const addBlob = (mediaType: string, content: object): Descriptor => {
    const text = JSON.stringify(content)
    const digest = digestOfText(text)
    files.set(blobPath(digest), text)
    return { mediaType, digest, size: Buffer.byteLength(text) }
  }
  const config = addBlob(`${oci}.config.v1+json`, configOf(image))
  const manifest = addBlob(`${oci}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
    annotations: image.config.Labels,
  })
  const tag = name.slice(name.lastIndexOf(':') + 1)
  const annotations = {
    'org.opencontainers.image.ref.name': tag,
    'org.opencontainers.image.created': created,
    // By which containerd, and Docker with its store, name the image.
    'io.containerd.image.name': `docker.io/library/${name}`,
  }
  const platform = { os: 'linux', architecture }
  const index = {
    schemaVersion: 2,
    mediaType: `${oci}.index.v1+json`,
    manifests: [{ ...manifest, platform, annotations }],
  }
  const paths = layers.map(({ digest }) => blobPath(digest))
  const docker = [{ Config: blobPath(config.digest), RepoTags: [name], Layers: paths }]
  files.set('index.json', JSON.stringify(index))
  files.set('manifest.json', JSON.stringify(docker))
  files.set('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  return files
}

function configOf({ architecture, created, config, layers }: Image): ImageConfig {
  return {
    architecture,
    os: 'linux',
    created,
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
  }
}
