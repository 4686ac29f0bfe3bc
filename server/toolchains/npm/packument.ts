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

/** Versions of a package in the registry. */
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
  const answer = (await response.json()) as { versions?: Record<string, { dist?: Distribution }> }
  const versions = Object.entries(answer?.versions ?? {})
  return new Map(versions.flatMap(([version, { dist }]) => (dist ? [[version, dist]] : [])))
}
