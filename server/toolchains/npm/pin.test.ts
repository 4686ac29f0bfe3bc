import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { openSmallToolchains, type SmallToolchains } from '#tests/support/small-toolchains.ts'

let toolchains: SmallToolchains

beforeEach(async () => {
  toolchains = await openSmallToolchains()
})
afterEach(() => toolchains[Symbol.asyncDispose]())

const pnpm = { name: 'pnpm', version: '10.14.0' }
const yarnScript = '#!/usr/bin/env node\n'
const digitsOf = (algorithm: string, bytes: Uint8Array | string) =>
  createHash(algorithm).update(bytes).digest('hex')

/** Publishes pnpm and returns the archive that the registry serves. */
async function publishPnpm(): Promise<Uint8Array> {
  const { registry } = toolchains
  await registry.publish('pnpm', '10.14.0', {
    'package.json': '{"bin":{"pnpm":"bin/pnpm.cjs"}}',
    'bin/pnpm.cjs': '',
  })
  const archive = await fetch(`${registry.address}pnpm/-/10.14.0.tgz`)
  registry.asked.length = 0
  return archive.bytes()
}

for (const algorithm of ['sha512', 'sha256', 'sha224', 'sha1']) {
  test(`pinned hash: a tool whose archive has the pinned ${algorithm} hash is served`, async () => {
    const hash = `${algorithm}.${digitsOf(algorithm, await publishPnpm())}`
    const place = await toolchains.open()({ ...pnpm, hash })
    assert.equal(place, join(toolchains.folder, 'pnpm/10.14.0'))
  })

  test(`pinned hash: a tool whose archive has another ${algorithm} hash is rejected`, async () => {
    const found = digitsOf(algorithm, await publishPnpm())
    const pinned = digitsOf(algorithm, 'something else')
    await assert.rejects(toolchains.open()({ ...pnpm, hash: `${algorithm}.${pinned}` }), {
      name: 'Failure',
      step: 'build',
      message: 'The pinned hash of pnpm 10.14.0 does not match what the registry has.',
      advice: [
        `Pinned: ${algorithm}.${pinned}`,
        `Found:  ${algorithm}.${found}`,
        'Correct the hash, or remove it to take what the registry publishes.',
      ],
    })
    assert.equal(toolchains.registry.asked.length, 2, 'another try would change nothing')
  })
}

test('pinned hash: an existing tool is checked without network', async () => {
  const digits = digitsOf('sha512', await publishPnpm())
  const place = await toolchains.open()(pnpm)
  const offline = toolchains.open({ registry: () => Promise.reject(new Error('no network')) })
  assert.equal(await offline({ ...pnpm, hash: `sha512.${digits}` }), place)
  assert.equal(await offline({ ...pnpm, hash: `sha512.${digits.toUpperCase()}` }), place)
  const other = `sha512.${digitsOf('sha512', '')}`
  await assert.rejects(offline({ ...pnpm, hash: other }), /does not match what the registry has/)
  assert.equal(await offline(pnpm), place)
})

test('pinned hash: concurrent requests with a right, a wrong and no pin share one download', async () => {
  const digits = digitsOf('sha512', await publishPnpm())
  const tool = toolchains.open()
  const outcomes = await Promise.allSettled([
    tool({ ...pnpm, hash: `sha512.${digitsOf('sha512', '')}` }),
    tool({ ...pnpm, hash: `sha512.${digits}` }),
    tool(pnpm),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(toolchains.registry.asked.length, 2)
})

test('pinned hash: a tool without stored hashes is fetched again, only when pinned', async () => {
  const digits = digitsOf('sha256', await publishPnpm())
  const { open, registry, folder } = toolchains
  const place = await open()(pnpm)
  await chmod(place, 0o755)
  await rm(join(place, 'pinnable-hashes.json'))
  await chmod(place, 0o555)
  registry.asked.length = 0
  assert.equal(await open()(pnpm), place)
  assert.equal(registry.asked.length, 0)
  assert.equal(await open()({ ...pnpm, hash: `sha256.${digits}` }), place)
  assert.equal(registry.asked.length, 2)
  assert.deepEqual(await readdir(join(folder, '.incoming')), [])
})

test('pinned hash: applies to the script of Yarn 2 and later, to the archive of Yarn 1', async () => {
  const { open, registry } = toolchains
  const files = { 'package.json': '{"bin":{"yarn":"bin/yarn.js"}}', 'bin/yarn.js': yarnScript }
  await registry.publish('yarn', '1.22.22', files)
  await registry.publish('@yarnpkg/cli-dist', '4.10.3', files)
  const hash = `sha224.${digitsOf('sha224', yarnScript)}`
  await open()({ name: 'yarn', version: '4.10.3', hash })
  await assert.rejects(
    open()({ name: 'yarn', version: '1.22.22', hash }),
    /The pinned hash of Yarn 1\.22\.22 does not match/,
  )
})

for (const hash of ['', 'sha512', 'md5.00', 'sha512.xyz', `sha512.${'0'.repeat(9999)}`]) {
  test(`pinned hash: "${hash.slice(0, 20)}" fails with a message before any download`, async () => {
    await publishPnpm()
    await assert.rejects(toolchains.open()({ ...pnpm, hash }), {
      name: 'Failure',
      message: 'The pinned hash of pnpm 10.14.0 cannot be read.',
      advice: [
        'It begins with sha512., sha256., sha224. or sha1. and goes on with hexadecimal digits.',
      ],
    })
    assert.deepEqual(toolchains.registry.asked, [])
  })
}
