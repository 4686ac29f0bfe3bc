import { createHash } from 'node:crypto'
import { type Docker, followProgress, isMissing, messageOf } from '#engines/swarm/docker-client.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'

/** The registry that keeps the images of this platform, reached through the Docker daemon. */
export interface Registry {
  /** The whole name of an image: registry, repository and tag. */
  nameOf(repository: string, tag: string): string
  /** Whether the registry, or this daemon, has the image. */
  has(image: string): Promise<boolean>
  push(image: string): Promise<void>
  /** Uses the image of this daemon or of the registry; otherwise makes and pushes it. Once at a time for each name. */
  provide(image: string, make: () => Promise<void>): Promise<void>
  /** Removes an image here and in the registry; one that is gone is left alone. */
  remove(image: string): Promise<void>
  /** For the specification of a service, by which nodes pull. */
  readonly credentials: { username: string; password: string; serveraddress: string } | undefined
}

export interface RegistryOptions {
  /** `https://user:password@registry.example:5000/prefix`; `http://` for one without TLS. */
  address: string
  docker: Docker
  log: (sentence: string) => void
}

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const removeTimeout = 10_000

export function createRegistry({ address, docker, log }: RegistryOptions): Registry {
  const url = new URL(address.includes('://') ? address : `https://${address}`)
  const prefix = [url.host, ...url.pathname.split('/').filter(Boolean)].join('/')
  const credentials = url.username
    ? {
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        serveraddress: url.host,
      }
    : undefined
  // A push without the header of credentials is refused, even to a registry that wants none.
  const login = { authconfig: credentials ?? {} } as object
  const mutex = createKeyedMutex()

  const isHere = (image: string) => docker.getImage(image).inspect().then(always, onlyIfMissing)
  const isInRegistry = (image: string) =>
    docker.getImage(image).distribution(login).then(always, onlyIfUnknown)

  const push = async (image: string) => {
    await followProgress(docker, await docker.getImage(image).push(login))
  }

  const pull = async (image: string) => {
    try {
      await followProgress(docker, await docker.pull(image, login))
      return true
    } catch (error) {
      return onlyIfUnknown(error)
    }
  }

  return {
    credentials,
    nameOf: (repository, tag) => `${prefix}/${repository}:${tag}`,
    has: async (image) => (await isHere(image)) || (await isInRegistry(image)),
    push,
    provide: (image, make) =>
      mutex(image, async () => {
        if ((await isHere(image)) || (await pull(image))) return
        await make()
        await push(image)
      }),
    async remove(image) {
      await docker
        .getImage(image)
        .remove({ force: true })
        .catch((error: unknown) => onlyIfMissing(error))
      await removeFromRegistry(image, { url, credentials }).catch((error: Error) =>
        log(`The image ${image} stays in the registry: ${error.message}.`),
      )
    },
  }
}

/** Docker has no call for it, so the registry is asked itself: by the digest of the manifest, as its interface wants. */
async function removeFromRegistry(
  image: string,
  { url, credentials }: { url: URL; credentials: Registry['credentials'] },
): Promise<void> {
  const [, repository, tag] = /^[^/]+\/(.*):([^:]+)$/.exec(image) ?? []
  const place = `${url.protocol}//${url.host}/v2/${repository}/manifests/`
  const signal = AbortSignal.timeout(removeTimeout)
  const headers: Record<string, string> = { accept: manifestType }
  if (credentials) {
    const pair = `${credentials.username}:${credentials.password}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  }
  const found = await fetch(`${place}${tag}`, { method: 'HEAD', headers, signal })
  if (found.status === 404) return
  const digest = found.headers.get('docker-content-digest')
  if (!found.ok || !digest) throw new Error(`it answered ${found.status}`)
  const gone = await fetch(`${place}${digest}`, { method: 'DELETE', headers, signal })
  if (gone.ok || gone.status === 404) return
  throw new Error(
    gone.status === 405
      ? 'it does not allow deletion (storage.delete)'
      : `it answered ${gone.status}`,
  )
}

const always = () => true

function onlyIfMissing(error: unknown): false {
  if (isMissing(error)) return false
  throw error
}

/** A registry answers alike for an image that it does not have and for a repository that it has never seen. */
function onlyIfUnknown(error: unknown): false {
  if (isMissing(error) || /manifest unknown|name unknown|not found/i.test(messageOf(error)))
    return false
  throw error
}

/** A tag from facts that decide the content of an image. */
export const tagOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
