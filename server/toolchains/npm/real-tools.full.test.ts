import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { npmRegistry } from './registry.ts'

const tool = createToolchains({ folder: toolchainCache, registry: npmRegistry({}) })

/** Output of a program of the tool, with the default Node on the PATH. */
async function says(wanted: Tool, program = wanted.name): Promise<string> {
  const node = await tool({ name: 'node', version: '22.20.0' })
  const folder = await tool(wanted)
  const env = {
    PATH: `${join(folder, 'bin')}:${join(node, 'bin')}:/usr/bin:/bin`,
    HOME: '/nonexistent',
  }
  const { stdout, stderr, code } = await run([program, '--version'], { env, cwd: '/' })
  assert.equal(code, 0, stderr)
  return stdout
}

test('real tools: the default Node and npm come from the real registry and run together', async () => {
  const npm = { name: 'npm', version: '10.9.3' }
  assert.equal(await says({ name: 'node', version: '22.20.0' }), 'v22.20.0\n')
  assert.equal(await says(npm), '10.9.3\n')
  assert.equal(await says(npm, 'npx'), '10.9.3\n')
})

/** Pins from public repositories, written by Corepack. */
for (const { hash, ...wanted } of [
  {
    name: 'pnpm',
    version: '10.14.0',
    hash: 'sha512.ad27a79641b49c3e481a16a805baa71817a04bbe06a38d17e60e2eaee83f6a146c6a688125f5792e48dd5ba30e7da52a5cda4c3992b9ccf333f9ce223af84748',
  },
  {
    name: 'yarn',
    version: '1.22.22',
    hash: 'sha512.a6b2f7906b721bba3d67d4aff083df04dad64c399707841b7acf00f6b133b7ac24255f2652fa22ae3534329dc6180534e98d17432037ff6fd140556e2bb3137e',
  },
  {
    name: 'yarn',
    version: '3.2.3',
    hash: 'sha224.953c8233f7a92884eee2de69a1b92d1f2ec1655e66d08071ba9a02fa',
  },
  {
    name: 'yarn',
    version: '4.10.3',
    hash: 'sha512.c38cafb5c7bb273f3926d04e55e1d8c9dfa7d9c3ea1f36a4868fa028b9e5f72298f0b7f401ad5eb921749eb012eb1c3bb74bf7503df3ee43fd600d14a018266f',
  },
]) {
  test(`real tools: ${wanted.name} ${wanted.version} runs, and has the hash that Corepack pins`, async () => {
    assert.equal(await says({ ...wanted, hash }), `${wanted.version}\n`)
  })
}

test('real tools: pnpm 12 and later runs as an executable', async () => {
  assert.equal(await says({ name: 'pnpm', version: '12.18.0' }), '12.18.0\n')
})

test('real tools: Bun and bunx run', async () => {
  const bun = { name: 'bun', version: '1.2.23' }
  assert.equal(await says(bun), '1.2.23\n')
  assert.equal(await says(bun, 'bunx'), '1.2.23\n')
})

test('real tools: Deno runs', async () => {
  assert.match(await says({ name: 'deno', version: '2.9.5' }), /^deno 2\.9\.5 /)
})

test('toolchains: an unknown tool is a bug, not a failure of the owner', async () => {
  await assert.rejects(tool({ name: 'perl', version: '5.0.0' }), /no toolchain provides perl/)
})
