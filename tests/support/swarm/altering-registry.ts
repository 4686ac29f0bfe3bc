import { createHash } from 'node:crypto'
import { openRegistryProxy, type RegistryProxy } from './registry-proxy.ts'

/** A registry that somebody else has changed: every tag leads to another image, and digests too if wanted. */
export interface AlteringRegistry extends RegistryProxy {
  /** Whether digests are answered with another image. */
  areDigestsAltered: boolean
  /** Tags that manifests were asked for by. */
  readonly tags: string[]
}

/** The image of somebody else: its files are never asked for by who looks at the digest first. */
const manifest = JSON.stringify({
  schemaVersion: 2,
  mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
  config: {
    mediaType: 'application/vnd.docker.container.image.v1+json',
    size: 2,
    digest: `sha256:${createHash('sha256').update('{}').digest('hex')}`,
  },
  layers: [],
})

export async function openAlteringRegistry(registry: string): Promise<AlteringRegistry> {
  const tags: string[] = []
  const proxy = await openRegistryProxy(registry, ({ method = '', url = '', headers }, answer) => {
    const [, reference = ''] = /\/manifests\/([^/]+)$/.exec(url) ?? []
    if (!['GET', 'HEAD'].includes(method) || !reference || !headers.authorization) return false
    const isDigest = reference.startsWith('sha256:')
    if (!isDigest) tags.push(reference)
    if (isDigest && !altering.areDigestsAltered) return false
    answer.writeHead(200, {
      'content-type': 'application/vnd.docker.distribution.manifest.v2+json',
      'content-length': manifest.length,
      'docker-content-digest': isDigest
        ? reference
        : `sha256:${createHash('sha256').update(manifest).digest('hex')}`,
    })
    answer.end(method === 'GET' ? manifest : undefined)
    return true
  })
  const altering: AlteringRegistry = { ...proxy, areDigestsAltered: false, tags }
  return altering
}
