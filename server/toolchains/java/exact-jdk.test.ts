import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { javaPackages, javaPackageVersions } from '#tests/support/machines/java-packages.ts'
import { openDebianRepository } from '#tests/support/servers/debian-repository.ts'
import { createExactJdks, type ExactJdksOptions } from './exact-jdk.ts'

const gone = { main: 'http://127.0.0.1:9/' }

/** A folder of tools with these JDKs, on a machine without any. */
async function openStage(
  t: TestContext,
  installed: string[],
  options: Partial<ExactJdksOptions> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-jdks-'))
  t.after(async () => {
    await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
    await rm(folder, { recursive: true })
  })
  for (const version of installed) await fakeJdk(join(folder, 'java', version))
  let now = 0
  const choose = createExactJdks({
    folder,
    machineJdks: join(folder, 'nothing'),
    mirrors: gone,
    firstWait: 1,
    newest: () => undefined,
    monotonic: () => now,
    ...options,
  })
  return {
    folder,
    choose,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

async function fakeJdk(folder: string, release = ''): Promise<string> {
  await mkdir(join(folder, 'bin'), { recursive: true })
  await mkdir(join(folder, 'lib/security'), { recursive: true })
  for (const name of ['java', 'javac']) {
    await writeFile(join(folder, 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
  }
  await writeFile(join(folder, 'release'), release)
  return folder
}

test('exact JDK: the newest in the folder is used when the catalogue has no newer one', async (t) => {
  const { choose } = await openStage(t, ['17', '17.0.20+7', '17.0.21+9', '21.0.1+1'], {
    newest: () => '17.0.21+9',
  })
  assert.deepEqual(await choose('17'), { version: '17.0.21+9' })
})

test('exact JDK: a newer one is fetched beside the older one', async (t) => {
  const versions = javaPackageVersions('8u504-ga-1')
  await using debian = await openDebianRepository('sid', await javaPackages(), versions)
  const { folder, choose } = await openStage(t, ['8u492'], {
    mirrors: { main: debian.mirror },
    newest: () => '8u502',
  })
  const [one, other] = await Promise.all([choose('8'), choose('8')])
  assert.deepEqual(one, { version: '8u504' }, 'newer than the catalogue knew')
  assert.equal(one, other)
  assert.deepEqual((await readdir(join(folder, 'java'))).sort(), ['8u492', '8u504'])
})

test('exact JDK: a mirror that is older than the catalogue gives what it has, and the log says so', async (t) => {
  const versions = javaPackageVersions('8u504-ga-1')
  await using debian = await openDebianRepository('sid', await javaPackages(), versions)
  const options = { mirrors: { main: debian.mirror }, newest: () => '8u600' }
  const { choose } = await openStage(t, [], options)
  const jdk = await choose('8')
  assert.equal(jdk.version, '8u504')
  assert.match(jdk.warning ?? '', /^The mirror of Debian has no Java 8u600\. Java 8u504, /)
  const asked = debian.server.asked.length
  assert.deepEqual(await choose('8'), jdk)
  assert.equal(debian.server.asked.length, asked, 'the mirror was asked moments ago')
})

test('exact JDK: without a mirror the one that is there goes on being used, and the log says so', async (t) => {
  const { choose, wait } = await openStage(t, ['17.0.20+7'], { newest: () => '17.0.21+9' })
  const { version, warning } = await choose('17')
  assert.equal(version, '17.0.20+7')
  assert.match(
    warning ?? '',
    /^Java 17\.0\.21\+9 could not be fetched: .* Java 17\.0\.20\+7, which this server has, is used instead\.$/,
  )
  assert.doesNotMatch(warning ?? '', /127\.0\.0\.1/)
  wait(3_600_000)
  assert.equal((await choose('17')).version, '17.0.20+7')
})

test("exact JDK: without a mirror, the machine's is the last resort", async (t) => {
  const { folder, choose } = await openStage(t, [], { newest: () => '17.0.21+9' })
  await assert.rejects(choose('17'), Failure)
  const release = 'JAVA_RUNTIME_VERSION="17.0.15+6-Debian-1deb12u1"\n'
  await fakeJdk(join(folder, 'nothing/java-17-openjdk-amd64'), release)
  const { version, warning } = await choose('17')
  assert.equal(version, '17.0.15+6')
  assert.match(warning ?? '', /17\.0\.15\+6, which this server has/)
})

test("exact JDK: the operator's wins, by its version and marked as theirs", async (t) => {
  const jdks = await mkdtemp(join(tmpdir(), 'berth-own-'))
  t.after(() => rm(jdks, { recursive: true }))
  const folder = await fakeJdk(jdks, 'JAVA_RUNTIME_VERSION="17.0.2+8-LTS"\n')
  const { choose } = await openStage(t, ['17.0.21+9'], {
    jdks: { '17': folder, '21': '/nonexistent' },
  })
  assert.deepEqual(await choose('17'), { version: '17.0.2+8-own' })
  await assert.rejects(choose('21'), /^Failure: Java 21 .*the folder that BERTH_JDKS names/)
  const { choose: later } = await openStage(t, ['17.0.21+9', '17.0.22+1-own'])
  assert.equal((await later('17')).version, '17.0.21+9', "the operator's is no longer named")
})
