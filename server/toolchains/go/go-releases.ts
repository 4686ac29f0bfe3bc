import { forEachOf } from '#kit/concurrency/concurrency-limit.ts'
import { compare, gte, prerelease, valid } from '#kit/text/versions.ts'
import { allVersions, type ToolEntry } from '#toolchains/catalogue/catalogue.ts'
import { goPrograms } from './go-programs.ts'
import { type GoProxy, listReleases, listVersions, readSum, releaseModule } from './go-proxy.ts'

/** Since this one a `go` line in `go.mod` says which release is needed. */
const oldest = '1.21.0'
const maxConcurrent = 8

/** The entry of Go with the releases that the proxy has besides those of before. One without a hash in the checksum database is left out. */
export async function withNewReleases(before: ToolEntry, proxy: GoProxy): Promise<ToolEntry> {
  const hashes: Record<string, Record<string, string>> = structuredClone(before.hashes ?? {})
  for (const arch of ['x64', 'arm64']) {
    const listed = (await listReleases(proxy, arch)).filter((version) => gte(version, oldest))
    const added = listed.filter((version) => hashes[version]?.[arch] === undefined)
    await forEachOf(added, maxConcurrent, async (version) => {
      const sum = await readSum(proxy, releaseModule(version, arch))
      if (sum) hashes[version] = { ...hashes[version], [arch]: sum }
    })
  }
  return withHashes(before, hashes)
}

/** The entry of a program in Go with the releases that the proxy has besides those of before. Older ones than the first of them are left out. */
export async function withNewPrograms(
  name: string,
  before: ToolEntry,
  proxy: GoProxy,
): Promise<ToolEntry> {
  const module = goPrograms[name]
  if (!module) return before
  const hashes: Record<string, Record<string, string>> = structuredClone(before.hashes ?? {})
  const [first = ''] = allVersions(before)
  const listed = (await listVersions(proxy, module)).flatMap((line) => {
    const version = line.slice(1)
    return valid(version) === version && !prerelease(version) && gte(version, first)
      ? [version]
      : []
  })
  const added = listed.filter((version) => hashes[version] === undefined)
  await forEachOf(added, maxConcurrent, async (version) => {
    const sum = await readSum(proxy, { module, version: `v${version}` })
    if (sum) hashes[version] = { x64: sum, arm64: sum }
  })
  return withHashes(before, hashes)
}

function withHashes(before: ToolEntry, hashes: Record<string, Record<string, string>>): ToolEntry {
  const having = (arch: string) =>
    Object.keys(hashes)
      .filter((version) => hashes[version]?.[arch] !== undefined)
      .sort(compare)
  return {
    ...before,
    versions: { x64: having('x64'), arm64: having('arm64') },
    hashes: Object.fromEntries(
      Object.entries(hashes).sort(([one], [other]) => compare(one, other)),
    ),
  }
}
