import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

export type Fetch = typeof globalThis.fetch

/** One published version of a package: URL and hash of its archive. */
export interface Distribution {
  tarball: string
  /** Hashes such as `sha512-<base64>`, separated by spaces. */
  integrity?: string
}

/** Published SHA-512 hashes of an archive, in hexadecimal; none when there are only weaker ones. */
export const sha512Of = ({ integrity = '' }: Distribution): string[] =>
  integrity
    .split(/\s+/)
    .filter((hash) => hash.startsWith('sha512-'))
    .map((hash) => Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'))

/** A registry, and how one attempt asks it. */
export interface Registry {
  /** Ends with `/`. */
  registry: string
  fetch: Fetch
  signal: AbortSignal
}

/** Lists of packages with thousands of releases are some megabytes. */
const maxListBytes = 32 * 1024 * 1024

/** Versions of a package in the registry; those without an archive are left out. */
export async function readVersions(
  { registry, fetch, signal }: Registry,
  packageName: string,
): Promise<Map<string, Distribution>> {
  const response = await fetch(new URL(encodeURIComponent(packageName), registry), {
    headers: { accept: 'application/vnd.npm.install-v1+json, application/json;q=0.8' },
    signal,
  })
  if (response.status === 404)
    throw new NotOfferedError(`the registry has no package ${packageName}`)
  if (!response.ok) throw new Error(`the registry answered ${response.status}`)
  const answer: unknown = await readJson(response)
  const versions = Object.entries(propertiesOf(propertiesOf(answer).versions))
  return new Map(
    versions.flatMap(([version, entry]) => {
      const distribution = distributionIn(propertiesOf(entry).dist)
      return distribution ? [[version, distribution]] : []
    }),
  )
}

async function readJson({ body }: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxListBytes) throw new Error('the registry answered with too long a list')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new Error('the registry answered with something that is not JSON')
  }
}

function distributionIn(value: unknown): Distribution | undefined {
  const { tarball, integrity } = propertiesOf(value)
  if (typeof tarball !== 'string') return undefined
  return { tarball, ...(typeof integrity === 'string' && { integrity }) }
}

const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
