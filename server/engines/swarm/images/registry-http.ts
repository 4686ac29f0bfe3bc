import { createHash } from 'node:crypto'
import { digestOf, isPinned, splitName } from './image-name.ts'

export interface RegistryCredentials {
  username: string
  password: string
  serveraddress: string
}

/** Calls that Docker has none for, so that the registry itself is asked. */
export interface RegistryHttp {
  /** Deletes the manifest of an image; one that is gone is left alone. */
  remove(image: string): Promise<void>
  /** Whether the registry answers for the digest of an image with something else. */
  isAltered(image: string): Promise<boolean>
}

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const timeout = 10_000
const maxManifest = 4 * 1024 * 1024

export function createRegistryHttp(
  url: URL,
  credentials: RegistryCredentials | undefined,
): RegistryHttp {
  const headers: Record<string, string> = { accept: manifestType }
  if (credentials) {
    const pair = `${credentials.username}:${credentials.password}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  }
  const request = (method: string, image: string, reference: string) => {
    const repository = splitName(image)[0].slice(url.host.length + 1)
    const place = `${url.protocol}//${url.host}/v2/${repository}/manifests/${reference}`
    return fetch(place, { method, headers, signal: AbortSignal.timeout(timeout) })
  }
  /** An image of an earlier version has no digest: the registry says it. */
  const findDigest = async (image: string) => {
    const [, tag] = splitName(image)
    const found = await request('HEAD', image, tag)
    if (found.status === 404) return undefined
    const digest = found.headers.get('docker-content-digest')
    if (!found.ok || !digest) throw new Error(`it answered ${found.status}`)
    return digest
  }

  return {
    async remove(image) {
      const digest = isPinned(image) ? digestOf(image) : await findDigest(image)
      if (!digest) return
      const { ok, status } = await request('DELETE', image, digest)
      if (ok || status === 404) return
      const isForbidden = status === 405
      throw new Error(
        isForbidden ? 'it does not allow deletion (storage.delete)' : `it answered ${status}`,
      )
    },

    async isAltered(image) {
      if (!isPinned(image)) return false
      const digest = digestOf(image)
      const { ok, body } = await request('GET', image, digest)
      if (!ok || !body) return false
      const hash = createHash('sha256')
      let length = 0
      for await (const chunk of body) {
        length += chunk.length
        if (length > maxManifest) return true
        hash.update(chunk)
      }
      return `sha256:${hash.digest('hex')}` !== digest
    },
  }
}
