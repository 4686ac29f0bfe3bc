import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** An image that a registry has, by the name and tag under which it is pulled. */
export interface RegistryImage {
  /** Archives, the lowest first. */
  layers: readonly Buffer[]
  /** Those that are sent compressed. */
  packed?: ReadonlyMap<Buffer, Buffer>
  config?: Record<string, unknown>
  /** By its name in images; that of this machine when absent. */
  architecture?: string
}

export interface RegistryOptions {
  /** `library/busybox:1` and the image. */
  images: Readonly<Record<string, RegistryImage>>
  /** `team/shop:1` and the names of its images, one for each processor. */
  indexes?: Readonly<Record<string, readonly string[]>>
  /** `user:password`, without which it gives nothing; anybody may pull when absent. */
  login?: string
}

const types = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
} as const

const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`
export const processorOfImages = process.arch === 'x64' ? 'amd64' : process.arch

/** Serves images by the protocol of OCI registries, over plain HTTP. */
export function imageRegistry({ images, indexes = {}, login }: RegistryOptions): Server {
  const blobs = new Map<string, Buffer>()
  const manifests = new Map<string, Buffer>()
  const add = (content: Buffer) => {
    const digest = digestOf(content)
    blobs.set(digest, content)
    return { digest, size: content.length }
  }
  for (const [name, image] of Object.entries(images)) {
    const { layers, packed, config = {}, architecture = processorOfImages } = image
    const [repository = '', tag = 'latest'] = name.split(':')
    const configuration = {
      architecture,
      os: 'linux',
      config,
      rootfs: { type: 'layers', diff_ids: layers.map(digestOf) },
      history: layers.map(() => ({ created: '2020-01-01T00:00:00Z' })),
    }
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: types.manifest,
        config: { mediaType: types.config, ...add(Buffer.from(JSON.stringify(configuration))) },
        layers: layers.map((layer) => {
          const smaller = packed?.get(layer)
          const mediaType = smaller ? `${types.layer}+gzip` : types.layer
          return { mediaType, ...add(smaller ?? layer) }
        }),
      }),
    )
    manifests.set(`${repository}:${tag}`, manifest)
    manifests.set(`${repository}:${digestOf(manifest)}`, manifest)
  }
  for (const [name, parts] of Object.entries(indexes)) {
    const [repository = '', tag = 'latest'] = name.split(':')
    const entries = parts.map((part) => {
      const manifest = manifests.get(part) ?? Buffer.alloc(0)
      const digest = digestOf(manifest)
      manifests.set(`${repository}:${digest}`, manifest)
      const { architecture = processorOfImages } = images[part] ?? {}
      const platform = { architecture, os: 'linux' }
      return { mediaType: types.manifest, digest, size: manifest.length, platform }
    })
    const index = Buffer.from(
      JSON.stringify({ schemaVersion: 2, mediaType: types.index, manifests: entries }),
    )
    manifests.set(`${repository}:${tag}`, index)
    manifests.set(`${repository}:${digestOf(index)}`, index)
  }
  const basic = login && `Basic ${Buffer.from(login).toString('base64')}`
  return createServer(({ url = '', method, headers }, response) => {
    response.setHeader('docker-distribution-api-version', 'registry/2.0')
    if (basic && headers.authorization !== basic) {
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="images"' }).end()
    }
    if (url === '/v2/') return response.end('{}')
    const [, repository = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(url) ?? []
    const isManifest = kind === 'manifests'
    const content = isManifest ? manifests.get(`${repository}:${reference}`) : blobs.get(reference)
    if (!content) {
      const code = isManifest ? 'MANIFEST_UNKNOWN' : 'BLOB_UNKNOWN'
      return response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ errors: [{ code, message: 'unknown' }] }))
    }
    response.writeHead(200, {
      'content-type': isManifest
        ? JSON.parse(content.toString()).mediaType
        : 'application/octet-stream',
      'content-length': content.length,
      'docker-content-digest': digestOf(content),
    })
    return response.end(method === 'HEAD' ? undefined : content)
  })
}
