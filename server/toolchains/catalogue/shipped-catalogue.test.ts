import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, gte, valid } from '#kit/text/versions.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { isJavaVersion, newestOfLine } from '#toolchains/java/java-versions.ts'
import { toolPackages } from '#toolchains/npm/packages.ts'
import { sbtLauncherVersion } from '#toolchains/sbt/sbt-tool.ts'
import { allVersions, endOfLife, longTermName, toolVersions } from './catalogue.ts'
import { parseCatalogue } from './check-catalogue.ts'
import { filesOf, shippedCatalogue } from './shipped-catalogue.ts'

const versionsOf = (tool: string, arch: string) => toolVersions(shippedCatalogue, tool, arch)
const endOf = (version: string) => endOfLife(shippedCatalogue, 'node', version)
const nameOf = (version: string) => longTermName(shippedCatalogue, version)

test('shipped catalogue: is of the one format of all catalogues', () => {
  assert.deepEqual(parseCatalogue(JSON.stringify(shippedCatalogue)), shippedCatalogue)
})

for (const [tool, oldest] of [
  ['node', '10.0.0'],
  ['npm', '7.0.0'],
  ['pnpm', '6.0.0'],
  ['yarn', '1.22.0'],
  ['bun', '1.0.0'],
  ['deno', '1.40.0'],
] as const) {
  test(`tool catalogue: contains stable releases of ${tool}, oldest first, for both architectures`, () => {
    for (const arch of ['x64', 'arm64']) {
      const versions = versionsOf(tool, arch)
      assert.ok(versions.length > 0)
      assert.ok(versions.every((version) => valid(version) === version && !version.includes('-')))
      assert.ok(versions.every((version) => gte(version, oldest)))
      assert.deepEqual(versions, versions.toSorted(compare))
      assert.equal(new Set(versions).size, versions.length)
      assert.ok(toolPackages({ arch, avx2: true }).has(tool))
    }
  })
}

test('tool catalogue: contains the default versions', () => {
  for (const arch of ['x64', 'arm64']) {
    assert.ok(versionsOf('node', arch).includes('22.20.0'))
    assert.ok(versionsOf('bun', arch).includes('1.2.23'))
    assert.ok(versionsOf('yarn', arch).includes('1.22.22'))
    assert.ok(versionsOf('yarn', arch).some((version) => gte(version, '4.0.0')))
  }
})

test('tool catalogue: an unknown tool or architecture has no versions', () => {
  assert.deepEqual(versionsOf('node', 'constructor'), [])
  assert.deepEqual(versionsOf('bun', 'mips'), [])
  assert.deepEqual(versionsOf('constructor', 'x64'), [])
})

test('end of life: known for every Node of the catalogue', () => {
  for (const version of allVersions(shippedCatalogue.tools.node ?? assert.fail())) {
    assert.match(endOf(version) ?? '', /^20\d\d-\d\d-\d\d$/, `Node ${version}`)
  }
})

test('end of life: is that of the release line', () => {
  assert.equal(endOf('16.20.2'), '2023-09-11')
  assert.equal(endOf('22.20.0'), '2027-04-30')
  assert.equal(endOf('25.1.0'), '2026-06-01')
})

test('end of life: an unknown line or an invalid version has none', () => {
  for (const text of ['99.0.0', '22', 'constructor', '']) assert.equal(endOf(text), undefined)
})

test('long-term support: belongs to the releases of a line from its first one on', () => {
  assert.equal(nameOf('24.21.0'), 'krypton')
  assert.equal(nameOf('24.11.0'), 'krypton')
  assert.equal(nameOf('24.10.0'), undefined)
  assert.equal(nameOf('25.9.0'), undefined)
  assert.equal(nameOf('constructor'), undefined)
})

test('long-term support: the newest line that has it can be had on both architectures', () => {
  for (const arch of ['x64', 'arm64']) {
    const newest = versionsOf('node', arch).findLast((version) => nameOf(version))
    assert.ok(newest && gte(newest, '24.21.0'), arch)
  }
})

test('shipped catalogue: tools of a Maven repository have files with hashes for every version', () => {
  for (const tool of ['sbt', 'play1']) {
    const versions = versionsOf(tool, 'x64')
    assert.ok(versions.length > 0)
    for (const version of versions) {
      const files = filesOf(tool)(version) ?? []
      assert.ok(files.length > 0, `${tool} ${version}`)
      assert.ok(files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256)))
    }
    assert.equal(filesOf(tool)('constructor'), undefined)
  }
})

test('shipped catalogue: each line of Java has a suite, an end of life and a version for both architectures', () => {
  const { suites = {}, lines = {} } = shippedCatalogue.tools.java ?? assert.fail()
  const javaLines = ['8', '11', '17', '21', '25']
  assert.deepEqual(Object.keys(suites), javaLines)
  for (const line of javaLines) {
    assert.match(suites[line] ?? '', /^[a-z]+$/)
    assert.match(lines[line]?.endOfLife?.date ?? '', /^20\d\d-\d\d-\d\d$/, `Java ${line}`)
    for (const arch of ['x64', 'arm64']) {
      const newest = newestOfLine(versionsOf('java', arch), line)
      assert.ok(newest && isJavaVersion(newest), `Java ${line} for ${arch}`)
      assert.ok(endOfLife(shippedCatalogue, 'java', newest), newest)
    }
  }
})

test('shipped catalogue: each line of a system has a suite and an end of life', () => {
  const systems = Object.entries(shippedCatalogue.tools).filter(([name]) => isSystemTool({ name }))
  assert.ok(systems.length > 1)
  for (const [name, { suites = {} }] of systems) {
    assert.deepEqual(Object.keys(suites), versionsOf(name, 'x64'))
    for (const line of versionsOf(name, 'x64')) {
      assert.match(endOfLife(shippedCatalogue, name, line) ?? '', /^20\d\d-\d\d-\d\d$/, line)
    }
  }
})

test('shipped catalogue: every tool has releases for both architectures, and what its source needs', () => {
  for (const [name, entry] of Object.entries(shippedCatalogue.tools)) {
    for (const arch of ['x64', 'arm64']) assert.ok(versionsOf(name, arch).length > 0, name)
    assert.equal(entry.files !== undefined, entry.source === 'maven', name)
    assert.equal(entry.suites !== undefined, entry.source === 'debian', name)
  }
})

test('shipped catalogue: the fixed versions of sbt and Play 1 are in it', () => {
  assert.ok(versionsOf('sbt', 'x64').includes(sbtLauncherVersion))
  for (const line of ['1.2', '1.3', '1.4', '1.5']) {
    assert.ok(versionsOf('play1', 'x64').some((version) => version.startsWith(`${line}.`)))
  }
})
