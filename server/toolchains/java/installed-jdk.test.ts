import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findInstalledJdk } from './installed-jdk.ts'

let folder: string

const release = (version: string) => `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`

/** What `/usr/lib/jvm` may look like. */
const found: Record<string, { files: Record<string, string> }> = {
  'java-8-openjdk-amd64': { files: { 'bin/javac': '' } },
  'java-11-openjdk-amd64': { files: { 'bin/java': '' } },
  'jdk-of-another-vendor': { files: { 'bin/javac': '', release: release('21.0.2') } },
  'old-vendor': { files: { 'bin/javac': '', release: release('1.7.0_80') } },
  strange: { files: { 'bin/javac': '', release: 'JAVA_VERSION=25\n"' } },
}

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'berth-jvm-')))
  for (const [name, { files }] of Object.entries(found)) {
    await mkdir(join(folder, name, 'bin'), { recursive: true })
    for (const [path, text] of Object.entries(files))
      await writeFile(join(folder, name, path), text)
  }
  await symlink('java-8-openjdk-amd64', join(folder, 'default-java'))
})
after(() => rm(folder, { recursive: true }))

for (const [line, name] of [
  ['8', 'java-8-openjdk-amd64'],
  ['21', 'jdk-of-another-vendor'],
  ['7', 'old-vendor'],
  // One without a compiler is of no use, and neither is one that does not say what it is.
  ['11', undefined],
  ['25', undefined],
  ['1', undefined],
] as const) {
  test(`installed JDK: line "${line}" is ${name ?? 'not found'}`, async () => {
    const path = await findInstalledJdk(line, folder)
    assert.equal(path, name && join(folder, name))
  })
}

test('installed JDK: a machine without the folder has none', async () => {
  assert.equal(await findInstalledJdk('17', join(folder, 'missing')), undefined)
})
