export type Fetch = typeof globalThis.fetch

/** One published version of a package: where its archive is and what it must hash to. */
export interface Distribution {
  tarball: string
  /** Hashes as in `sha512-<base64>`, one or several with spaces between. */
  integrity?: string
}

/** The published SHA-512 hashes of an archive, in hexadecimal digits; none when there are only weaker ones. */
export const sha512Of = ({ integrity = '' }: Distribution): string[] =>
  integrity
    .split(/\s+/)
    .filter((hash) => hash.startsWith('sha512-'))
    .map((hash) => Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'))

/** Trying again will not help. */
export class NotOfferedError extends Error {}

/** What the registry has of a package, by version. */
export async function readVersions(
  { registry, fetch, signal }: { registry: string; fetch: Fetch; signal: AbortSignal },
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
