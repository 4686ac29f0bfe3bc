import { createHash } from 'node:crypto'
import {
  type Docker,
  followProgress,
  isMissing,
  messageOf,
  unlessMissing,
} from '#engines/swarm/docker-client.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { digestOf, type PinnedImage, pin, splitName, unpinned } from './image-name.ts'
import type { ImageRecords } from './image-records.ts'
import { createRegistryHttp, type RegistryCredentials } from './registry-http.ts'

/**
 * The registry that keeps the images of this platform, reached through the Docker daemon. It is a store and no authority:
 * what is pushed is known by the digest that the daemon has calculated, and nothing is used by a tag.
 */
export interface Registry {
  /** The whole name of an image: registry, repository and tag. */
  nameOf(repository: string, tag: string): string
  /** Whether the registry, or this daemon, has the image. */
  has(image: PinnedImage): Promise<boolean>
  /** Pushes the image that has this id here; its name may have been given to another one meanwhile. */
  push(image: string, id: string): Promise<PinnedImage>
  /**
   * Uses the image that was pushed under this name before; otherwise makes and pushes it. Once at a time for each name.
   * `make` resolves to the id of the image.
   */
  provide(image: string, make: () => Promise<string>): Promise<PinnedImage>
  /** Pushes an image under another name as well; `undefined` when neither this daemon nor the registry has it. */
  copy(image: PinnedImage, name: string): Promise<PinnedImage | undefined>
  /** Removes an image here and in the registry; one that is gone is left alone. */
  remove(image: string): Promise<void>
  /** Whether the registry answers for the digest of an image with something else. */
  isAltered(image: PinnedImage): Promise<boolean>
  /** For the specification of a service, by which nodes pull. */
  readonly credentials: RegistryCredentials | undefined
}

export interface RegistryOptions {
  /** `https://user:password@registry.example:5000/prefix`; `http://` for one without TLS. */
  address: string
  docker: Docker
  records: ImageRecords
  log: (sentence: string) => void
}

export function createRegistry({ address, docker, records, log }: RegistryOptions): Registry {
  const url = registryUrl(address)
  const prefix = [url.host, ...url.pathname.split('/').filter(Boolean)].join('/')
  const credentials = url.username
    ? {
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        serveraddress: url.host,
      }
    : undefined
  const http = createRegistryHttp(url, credentials)
  // A push without the header of credentials is refused, even to a registry that wants none.
  const login = { authconfig: credentials ?? {} } as object
  const mutex = createKeyedMutex()
  /** Without the registry, whose address may change. */
  const recordName = (image: string) => image.slice(prefix.length + 1)

  const isHere = (image: PinnedImage) =>
    docker.getImage(image).inspect().then(always, onlyIfMissing)
  const isInRegistry = (image: PinnedImage) =>
    docker.getImage(image).distribution(login).then(always, onlyIfUnknown)

  const push = async (image: string, id: string) => {
    let digest = ''
    const pushed = await docker.getImage(image).push(login)
    await followProgress(docker, pushed, ({ aux }) => {
      digest = aux?.Digest ?? digest
    })
    const pinned = pin(image, digest)
    const { Id } = await docker.getImage(pinned).inspect()
    if (Id !== id) throw new Error(`${image} was given to another image while it was pushed`)
    return pinned
  }

  const pull = async (image: PinnedImage) => {
    try {
      await followProgress(docker, await docker.pull(image, login))
      return true
    } catch (error) {
      return onlyIfUnknown(error)
    }
  }

  const findKnown = async (image: string) => {
    const digest = records.digestOf(recordName(image))
    const known = digest && pin(image, digest)
    return known && ((await isHere(known)) || (await pull(known))) ? known : undefined
  }

  return {
    credentials,
    nameOf: (repository, tag) => `${prefix}/${repository}:${tag}`,
    has: async (image) => (await isHere(image)) || (await isInRegistry(image)),
    push,
    provide: (image, make) =>
      mutex(image, async () => {
        const known = await findKnown(image)
        if (known) return known
        const made = await push(image, await make())
        await records.keep(recordName(image), digestOf(made))
        return made
      }),
    async copy(image, name) {
      if (!(await isHere(image)) && !(await pull(image))) return undefined
      const { Id } = await docker.getImage(image).inspect()
      const [repo, tag] = splitName(name)
      await docker.getImage(image).tag({ repo, tag })
      return push(name, Id)
    },
    async remove(image) {
      await docker
        .getImage(unpinned(image))
        .remove({ force: true })
        .catch((error: unknown) => onlyIfMissing(error))
      await http
        .remove(image)
        .catch((error: Error) => log(`The image ${image} stays in the registry: ${error.message}.`))
    },
    isAltered: (image) => http.isAltered(image).catch(() => false),
  }
}

export const registryUrl = (address: string): URL =>
  new URL(address.includes('://') ? address : `https://${address}`)

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

/**
 * The digest of an image of an earlier version, which stored its tag only: as this daemon knows it from its own push. One
 * that it does not know is not used, because the registry could name anything.
 */
export async function pinnedHere(docker: Docker, image: string): Promise<PinnedImage | undefined> {
  const facts = await unlessMissing(docker.getImage(image).inspect())
  const [repository] = splitName(image)
  const known = facts?.RepoDigests?.find((name) => name.startsWith(`${repository}@`))
  return known ? pin(image, known.slice(repository.length + 1)) : undefined
}
