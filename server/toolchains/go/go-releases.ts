import { forEachOf } from '#kit/concurrency/concurrency-limit.ts'
import { compare, gte } from '#kit/text/versions.ts'
import type { ToolEntry } from '#toolchains/catalogue/catalogue.ts'
import { type GoProxy, listReleases, readSum } from './go-proxy.ts'

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
      const sum = await readSum(proxy, version, arch)
      if (sum) hashes[version] = { ...hashes[version], [arch]: sum }
    })
  }
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
