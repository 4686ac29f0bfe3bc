import { writeFile } from 'node:fs/promises'
import { compare, gte, prerelease } from 'semver'
import { nodePackage } from './packages.ts'
import { readVersions } from './packument.ts'
import { npmRegistry } from './registry.ts'

/** No npm that we use runs on an older Node. */
const oldest = '10.0.0'
const deadline = 60_000

async function releasesFor(registry: string, arch: string): Promise<string[]> {
  const means = { registry, fetch, signal: AbortSignal.timeout(deadline) }
  const versions = await readVersions(means, nodePackage(arch).packageName)
  return [...versions.keys()]
    .filter((version) => !prerelease(version) && gte(version, oldest))
    .sort(compare)
}

const registry = await npmRegistry({ setting: process.argv[2] })()
const catalogue = {
  date: new Date().toISOString().slice(0, 10),
  node: { x64: await releasesFor(registry, 'x64'), arm64: await releasesFor(registry, 'arm64') },
}
const file = new URL('./node-versions.json', import.meta.url)
await writeFile(file, `${JSON.stringify(catalogue, null, 2)}\n`)
console.log(
  `${catalogue.node.x64.length} releases for x64, ${catalogue.node.arm64.length} for arm64`,
)
