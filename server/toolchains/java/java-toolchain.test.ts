import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { javaLines } from '#runtimes/java/java-version.ts'
import { javaPackages, javaPackageVersions } from '#tests/support/machines/java-packages.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { openDebianRepository } from '#tests/support/servers/debian-repository.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { trimTools } from '#toolchains/trim-tools.ts'
import type { JavaToolchainOptions } from './install-jdk.ts'
import { createJavaToolchain } from './java-toolchain.ts'

/** A toolchain in a folder of its own, on a machine without any JDK. */
async function openToolchain(t: TestContext, options: Partial<JavaToolchainOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-java-'))
  t.after(async () => {
    await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
    await rm(folder, { recursive: true })
  })
  const machineJdks = join(folder, 'nothing')
  const java = createJavaToolchain({ folder, machineJdks, firstWait: 1, ...options })
  return { folder, java: (version: string) => java({ name: 'java', version }) }
}

async function failureOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.catch((error: unknown) => error)
  assert.ok(error instanceof Failure, String(error))
  assert.doesNotMatch(error.message, /\/tmp|127\.0\.0\.1/)
  return [error.message, ...error.advice].join(' ')
}

const versions = javaPackageVersions('8u504-ga-1')

test('java toolchain: every line that an application may choose has a Debian suite', () => {
  assert.deepEqual(
    Object.keys(shippedCatalogue.tools.java?.suites ?? {}),
    javaLines(packagedCatalogue),
  )
})

test("java toolchain: Debian's packages become a folder whose programs bring their own C library", async (t) => {
  await using debian = await openDebianRepository('sid', await javaPackages(), versions)
  const { folder, java } = await openToolchain(t, { mirrors: { main: debian.mirror } })
  const [place, same] = await Promise.all([java('8'), java('8')])
  assert.equal(place, same)
  assert.equal(place, join(folder, 'java/8u504'))
  assert.equal(debian.server.asked.filter((path) => path.endsWith('libc6_1_all.deb')).length, 1)
  for (const program of ['bin/java', 'bin/javac', 'jre/bin/java']) {
    assert.match(await readFile(join(place, program), 'utf8'), /^#!\/bin\/sh\n/)
    assert.equal((await run([join(place, program)])).code, 0, program)
  }
  const properties = await readFile(join(place, 'jre/lib/net.properties'), 'utf8')
  assert.equal(properties, 'java.net.useSystemProxies=false')
  assert.equal((await readdir(place)).includes('src.zip'), false, 'a link that leads nowhere')
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
  await java('8')
  assert.equal(debian.server.asked.filter((path) => path.endsWith('libc6_1_all.deb')).length, 1)
})

test('java toolchain: packages that cannot be had fail with what the operator can do, and leave nothing', async (t) => {
  await using debian = await openDebianRepository('sid', { 'openjdk-8-jre-headless': {} }, versions)
  const { folder, java } = await openToolchain(t, { mirrors: { main: debian.mirror } })
  const sentence = await failureOf(java('8'))
  assert.match(sentence, /^Java 8 could not be fetched: .* has no package .*BERTH_JDKS/)
  assert.match(await failureOf(java('9')), /no such line of Java is offered/)
  assert.deepEqual(await readdir(folder), ['.incoming'])
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
})

test('java toolchain: without a network the failure says so', async (t) => {
  const gone = await openDebianRepository('sid', {})
  await gone[Symbol.asyncDispose]()
  const { java } = await openToolchain(t, { mirrors: { main: gone.mirror } })
  assert.match(await failureOf(java('8')), /the mirror of Debian did not give .*BERTH_JDKS/)
})

test('java toolchain: a JDK of the operator that is not there is named by its setting', async (t) => {
  const { java } = await openToolchain(t, { jdks: { '17': '/nonexistent' } })
  const sentence = await failureOf(java('17'))
  assert.match(sentence, /^Java 17 could not be fetched: the folder that BERTH_JDKS names/)
})

test("java toolchain: the operator's JDK wins over the machine's, and both are copied", async (t) => {
  const jdks = await mkdtemp(join(tmpdir(), 'berth-jdks-'))
  t.after(() => rm(jdks, { recursive: true }))
  const own = await fakeJdk(join(jdks, 'own'), 'own')
  await fakeJdk(join(jdks, 'machine/java-17-openjdk'), 'machine')
  const machineJdks = join(jdks, 'machine')
  const first = await openToolchain(t, { machineJdks })
  const theirs = await first.java('17')
  assert.equal((await run([join(theirs, 'bin/java')])).stdout, 'machine\n')
  const second = await openToolchain(t, { machineJdks, jdks: { '17': own } })
  const ours = await second.java('17')
  await rm(own, { recursive: true })
  assert.equal((await run([join(ours, 'bin/java')])).stdout, 'own\n')
})

/** A folder with programs that print a word. */
async function fakeJdk(folder: string, word: string): Promise<string> {
  await mkdir(join(folder, 'bin'), { recursive: true })
  await mkdir(join(folder, 'lib/security'), { recursive: true })
  for (const name of ['java', 'javac']) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\necho ${word}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  return folder
}

test('java toolchain: a JDK of the operator whose programs do not end is given up', async (t) => {
  const jdk = await mkdtemp(join(tmpdir(), 'berth-jdk-'))
  t.after(() => rm(jdk, { recursive: true }))
  await mkdir(join(jdk, 'bin'))
  for (const name of ['java', 'javac']) {
    await writeFile(join(jdk, 'bin', name), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  }
  const { java } = await openToolchain(t, { jdks: { '17': jdk }, timeout: 1000 })
  const sentence = await failureOf(java('17'))
  assert.match(sentence, /^Java 17 could not be fetched: it took too long\. .*BERTH_JDKS/)
})

test('java toolchain: a version that is gone is replaced by the newest of its line, in its own folder', async (t) => {
  const { folder, java } = await openToolchain(t, { mirrors: { main: 'http://127.0.0.1:9/' } })
  for (const version of ['17.0.9+9', '17.0.10+7', '8u504']) {
    await fakeJdk(join(folder, 'java', version), version)
  }
  assert.equal(await java('17.0.9+9'), join(folder, 'java/17.0.9+9'))
  assert.equal(await java('17.0.8+1'), join(folder, 'java/17.0.10+7'))
  assert.equal(await java('17'), join(folder, 'java/17.0.10+7'))
  const tools = [{ name: 'java', version: '17.0.8+1' }]
  const removed = await trimTools({ folder, maxBytes: 0, now: Date.now() * 2, used: tools })
  assert.deepEqual(removed.map(({ version }) => version).sort(), ['17.0.9+9', '8u504'])
})
