import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'

/** Longer paths of domains, and names with more labels, do not exist. */
const maxSegments = 16
const maxLabels = 16

/**
 * The application of a host and a path, as routers find it: the exact name, then the longest wildcard; of a name, the
 * longest path. A name without a route for the path leaves it to the next.
 */
export async function findVisited(
  { store }: Pick<Platform, 'store'>,
  host: string,
  path: string,
): Promise<Application | undefined> {
  if (host.length > 253) return undefined
  const paths = prefixesOf(path)
  for (const name of namesOf(host)) {
    for (const prefix of paths) {
      const domain = await store.domains.find({ host: name, path: prefix })
      if (domain) return store.applications.find(domain.applicationId)
    }
  }
  return undefined
}

/** The host, then the wildcards that it is below, the longest first. */
export function namesOf(host: string): string[] {
  const labels = host.split('.').slice(-maxLabels)
  return [host, ...labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join('.')}`)]
}

/** All prefixes of a path that end with a segment, the longest first. */
export function prefixesOf(path: string): string[] {
  const segments = path.split('/').slice(1, maxSegments + 1)
  const prefixes = segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)
  return [...new Set(['/', ...prefixes.filter((prefix) => !prefix.endsWith('/'))])].reverse()
}
