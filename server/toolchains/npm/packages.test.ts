import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { openSmallToolchains, type SmallToolchains } from '#tests/support/small-toolchains.ts'

let toolchains: SmallToolchains

beforeEach(async () => {
  toolchains = await openSmallToolchains()
})
afterEach(() => toolchains[Symbol.asyncDispose]())

const env = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` }
const says = async (...command: [string, ...string[]]) => (await run(command, { env })).stdout
const script = (text: string) => `#!/usr/bin/env node\nconsole.log('${text}')\n`
const executable = '#!/bin/sh\nbasename "$0"\n'
const manifest = (bin: Record<string, string>) => ({ 'package.json': JSON.stringify({ bin }) })

for (const { version, ending } of [
  { version: '6.35.1', ending: 'cjs' },
  { version: '10.14.0', ending: 'cjs' },
  { version: '11.28.11', ending: 'mjs' },
]) {
  test(`toolchains: pnpm ${version} runs its script with the node of the PATH`, async () => {
    const { registry, open } = toolchains
    await registry.publish('pnpm', version, {
      ...manifest({ pnpm: `bin/pnpm.${ending}`, pnpx: `./bin/pnpx.${ending}` }),
      [`bin/pnpm.${ending}`]: script('a pnpm'),
      [`bin/pnpx.${ending}`]: script('a pnpx'),
    })
    const place = await open()({ name: 'pnpm', version })
    assert.equal(await says(join(place, 'bin/pnpm')), 'a pnpm\n')
    assert.equal(await says(join(place, 'bin/pnpx')), 'a pnpx\n')
  })
}

test('toolchains: pnpm 12 runs its native executable beside the rest of its package', async () => {
  const { registry, open } = toolchains
  await registry.publish('pnpm', '12.18.0', {
    ...manifest({ pnpm: 'pnpm', pnpx: 'pnpx' }),
    pnpm: 'a placeholder',
    'dist/rest': '',
  })
  const native =
    '#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\necho $(basename "$0") $(ls "$here/dist")\n'
  await registry.publish('@pnpm/exe.linux-x64', '12.18.0', { pnpm: native })
  const place = await open()({ name: 'pnpm', version: '12.18.0' })
  assert.equal(await says(join(place, 'bin/pnpm')), 'pnpm rest\n')
  assert.equal(await says(join(place, 'bin/pnpx')), 'pnpx rest\n')
  assert.equal((await stat(join(place, 'bin/pnpm'))).mode & 0o777, 0o555)
})

test('toolchains: pnpm 12 is not available for an architecture without an executable', async () => {
  const { registry, open, folder } = toolchains
  await registry.publish('pnpm', '12.18.0', manifest({ pnpm: 'pnpm' }))
  await assert.rejects(open()({ name: 'pnpm', version: '12.18.0' }), {
    message: 'pnpm 12.18.0 could not be fetched: the registry has no package @pnpm/exe.linux-x64.',
  })
  assert.deepEqual(await readdir(folder), ['.incoming'])
})

for (const { version, packageName } of [
  { version: '1.22.22', packageName: 'yarn' },
  { version: '2.4.2', packageName: '@yarnpkg/cli-dist' },
  { version: '2.4.3', packageName: 'yarn' },
  { version: '3.8.7', packageName: '@yarnpkg/cli-dist' },
  { version: '4.10.3', packageName: '@yarnpkg/cli-dist' },
]) {
  test(`toolchains: Yarn ${version} comes from ${packageName} and runs its script`, async () => {
    const { registry, open } = toolchains
    await registry.publish(packageName, version, {
      ...manifest({ yarn: './bin/yarn.js', yarnpkg: './bin/yarn.js' }),
      'bin/yarn': 'a shell script that is not executable',
      'bin/yarn.js': script('a yarn'),
    })
    const place = await open()({ name: 'yarn', version })
    assert.equal(await says(join(place, 'bin/yarn')), 'a yarn\n')
    assert.equal(await says(join(place, 'bin/yarnpkg')), 'a yarn\n')
  })
}

test('toolchains: an unpackaged version of Yarn fails with a message', async () => {
  await toolchains.registry.publish('@yarnpkg/cli-dist', '3.0.0', manifest({}))
  await assert.rejects(toolchains.open()({ name: 'yarn', version: '2.0.0' }), {
    message: 'Yarn 2.0.0 could not be fetched: the registry has no such version.',
  })
})

for (const { arch, avx2, packageName } of [
  { arch: 'x64', avx2: true, packageName: '@oven/bun-linux-x64' },
  { arch: 'x64', avx2: false, packageName: '@oven/bun-linux-x64-baseline' },
  { arch: 'arm64', avx2: false, packageName: '@oven/bun-linux-aarch64' },
]) {
  test(`toolchains: Bun on ${arch} with${avx2 ? '' : 'out'} AVX2 is ${packageName}`, async () => {
    const { registry, open } = toolchains
    await registry.publish(packageName, '1.2.23', { 'bin/bun': executable })
    const place = await open({ processor: { arch, avx2 } })({ name: 'bun', version: '1.2.23' })
    assert.equal(await says(join(place, 'bin/bun')), 'bun\n')
    assert.equal(await says(join(place, 'bin/bunx')), 'bunx\n')
  })
}

for (const arch of ['x64', 'arm64']) {
  test(`toolchains: Deno on ${arch} is made executable and moved into bin`, async () => {
    const { registry, open } = toolchains
    await registry.publish(`@deno/linux-${arch}-glibc`, '2.9.5', { deno: executable })
    const tool = open({ processor: { arch, avx2: false } })
    const place = await tool({ name: 'deno', version: '2.9.5' })
    assert.equal(await says(join(place, 'bin/deno')), 'deno\n')
  })
}

for (const { problem, files } of [
  { problem: 'no manifest', files: { 'bin/pnpm.cjs': script('') } },
  { problem: 'no program', files: manifest({}) },
  { problem: 'a program that is missing', files: manifest({ pnpm: 'bin/pnpm.cjs' }) },
]) {
  test(`toolchains: a package with ${problem} fails with a message and leaves nothing`, async () => {
    const { registry, open, folder } = toolchains
    await registry.publish('pnpm', '10.14.0', files)
    await assert.rejects(open()({ name: 'pnpm', version: '10.14.0' }), {
      name: 'Failure',
      message: 'pnpm 10.14.0 could not be fetched: its package is not laid out as expected.',
    })
    assert.deepEqual(await readdir(folder), ['.incoming'])
    assert.deepEqual(await readdir(join(folder, '.incoming')), [])
  })
}

test('toolchains: a program that a manifest declares outside its package is ignored', async () => {
  const { registry, open, folder } = toolchains
  const outside = join(folder, 'outside')
  await run(['touch', outside])
  await run(['chmod', '600', outside])
  await registry.publish('pnpm', '10.14.0', {
    ...manifest({ pnpm: 'pnpm.cjs', '../../../../up': '../../../outside' }),
    'pnpm.cjs': script('a pnpm'),
  })
  await assert.rejects(open()({ name: 'pnpm', version: '10.14.0' }), /not laid out as expected/)
  assert.equal((await stat(outside)).mode & 0o777, 0o600)
})
