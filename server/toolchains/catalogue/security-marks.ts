import { compare, gte, major, prerelease, valid } from '#kit/text/versions.ts'
import { type Registry, readVersions } from '#toolchains/npm/packument.ts'
import { readPackageFile } from '#toolchains/npm/read-package-file.ts'
import type { ReleaseLine } from './catalogue.ts'

type Lines = Readonly<Record<string, ReleaseLine>>

const marksPackage = 'node-releases'
const marksFile = 'data/processed/envs.json'

/**
 * Lines of Node, each with its newest security release by the npm package `node-releases`. The package has one entry for each minor release, so a
 * fix that came with a patch release has no mark: an older release surely lacks fixes, and a newer one may. Where the registry lacks the package, or has
 * nonsense in it, lines stay as they were.
 */
export async function withSecurityReleases(
  registry: Registry,
  lines: Lines,
): Promise<Record<string, ReleaseLine>> {
  const newest = await readMarks(registry)
  return Object.fromEntries(
    Object.entries(lines).map(([line, facts]) => {
      const security = newest.get(line)
      return [line, { ...facts, ...(security && { security }) }]
    }),
  )
}

async function readMarks(registry: Registry): Promise<ReadonlyMap<string, string>> {
  try {
    const versions = await readVersions(registry, marksPackage)
    const newest = [...versions.keys()].sort(compare).at(-1)
    const distribution = newest && versions.get(newest)
    if (!distribution) return new Map()
    return newestMarked(JSON.parse(await readPackageFile(registry, distribution, marksFile)))
  } catch (error) {
    if (registry.signal.aborted) throw error
    return new Map()
  }
}

/** The newest marked release of each line. */
function newestMarked(releases: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const release of Array.isArray(releases) ? releases : []) {
    const { version, security } = Object(release) as { version?: unknown; security?: unknown }
    if (security !== true || typeof version !== 'string') continue
    if (valid(version) !== version || prerelease(version)) continue
    const line = String(major(version))
    const known = found.get(line)
    if (known === undefined || gte(version, known)) found.set(line, version)
  }
  return found
}
