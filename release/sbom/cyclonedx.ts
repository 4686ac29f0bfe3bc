import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildIdentity } from '#kit/build-identity/describe-build.ts'
import { readLock } from '#kit/npm/lock-packages.ts'
import { type Component, dependencyRefs, nodeComponent, packageComponent } from './components.ts'

/**
 * What a release contains, in CycloneDX 1.6: the packages that a server installs, those in the console's scripts, and Node. The same
 * commit gives the same text, so the time is that of the commit, and the serial number is made of the content.
 */
export async function billOfMaterials(
  root: string,
  build: Omit<BuildIdentity, 'commit'> & { commit: string },
): Promise<string> {
  const lock = await readLock(root)
  const bundled = await bundledPaths(root)
  const shipped = lock.packages.filter(
    ({ path, isProduction }) => isProduction || bundled.has(path),
  )
  const byPath = new Map(shipped.map((one) => [one.path, one]))
  const components = new Map<string, Component>()
  const dependencies = new Map<string, string[]>()
  for (const one of shipped) {
    const component = await packageComponent(root, one)
    const ref = component['bom-ref']
    const isRequired = components.get(ref)?.scope === 'required'
    components.set(ref, { ...component, ...(isRequired && { scope: 'required' }) })
    const refs = dependencyRefs(byPath, one.path, one.dependencies)
    dependencies.set(ref, [...new Set([...(dependencies.get(ref) ?? []), ...refs])].sort())
  }
  const node = nodeComponent(shipped)
  if (node) components.set(node['bom-ref'], node)
  const product = productOf(build)
  const direct = [...lock.dependencies, ...directly(bundled)]
  dependencies.set(product['bom-ref'], [
    ...dependencyRefs(byPath, '', direct),
    ...(node ? [node['bom-ref']] : []),
  ])
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      ...(build.date !== null && { timestamp: build.date }),
      lifecycles: [{ phase: 'build' }],
      component: product,
    },
    components: [...components.values()].sort(byRef),
    dependencies: [...dependencies]
      .map(([ref, dependsOn]) => ({ ref, ...(dependsOn.length > 0 && { dependsOn }) }))
      .sort((one, other) => (one.ref < other.ref ? -1 : 1)),
  }
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`
  return `${JSON.stringify({ ...document, serialNumber }, null, 2)}\n`
}

/** Packages in the console's scripts, as its build has recorded them. */
async function bundledPaths(root: string): Promise<ReadonlySet<string>> {
  const file = join(root, 'console/dist/packages.json')
  const paths: string[] = JSON.parse(await readFile(file, 'utf8'))
  return new Set(paths)
}

/** Names of those that lie at the top, which our own modules may import. */
const directly = (paths: ReadonlySet<string>): string[] =>
  [...paths].flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])

const productOf = ({ version, commit }: { version: string; commit: string }): Component => ({
  type: 'application',
  'bom-ref': `pkg:generic/berth@${version}`,
  name: 'berth',
  version,
  licenses: [{ license: { id: 'Apache-2.0' } }],
  purl: `pkg:generic/berth@${version}`,
  properties: [{ name: 'berth:commit', value: commit }],
})

const byRef = (one: Component, other: Component) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)

/** A UUID of version 8, whose bits are those of a digest. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
