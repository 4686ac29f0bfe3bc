import { compare, major, minor, patch, valid } from '#kit/text/versions.ts'
import type { ToolEntry } from '#toolchains/catalogue/catalogue.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { type RustDist, type RustRelease, readRelease, sumOfPackages } from './rust-dist.ts'

/** Since this one cargo reads the index of crates without a clone of it. */
const oldest = '1.70.0'

/** Channels whose releases are named by their day. */
const channels = ['beta', 'nightly']

/** The entry of Rust with the stable releases since the newest of before, and the days of the newest beta and nightly. */
export async function withNewReleases(before: ToolEntry, dist: RustDist): Promise<ToolEntry> {
  const hashes: Record<string, Record<string, string>> = structuredClone(before.hashes ?? {})
  const stable = await readRelease(dist, 'stable')
  if (!valid(stable.version)) throw new Error('the newest stable release has no version')
  const known = Object.keys(hashes).sort(compare).at(-1) ?? oldest
  for (let line = minor(known); line <= minor(stable.version); line++) {
    const newest =
      line === minor(stable.version) ? stable : await readRelease(dist, `${major(known)}.${line}`)
    for (let fix = 0; fix <= patch(newest.version); fix++) {
      const version = `${major(known)}.${line}.${fix}`
      if (hashes[version]) continue
      const release = version === newest.version ? newest : await offered(dist, version)
      if (release?.version === version) hashes[version] = sumsOf(release)
    }
  }
  const days: Record<string, string> = {}
  for (const channel of channels) days[channel] = (await readRelease(dist, channel)).date
  return {
    ...before,
    versions: Object.keys(hashes).sort(compare),
    channels: days,
    hashes: Object.fromEntries(
      Object.entries(hashes).sort(([one], [other]) => compare(one, other)),
    ),
  }
}

const sumsOf = ({ packages }: RustRelease): Record<string, string> =>
  Object.fromEntries([...packages].map(([arch, list]) => [arch, sumOfPackages(list)]))

/** A release that was withdrawn is none. */
const offered = (dist: RustDist, version: string): Promise<RustRelease | undefined> =>
  readRelease(dist, version).catch((error) => {
    if (error instanceof NotOfferedError) return undefined
    throw error
  })
