import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/subprocess.ts'
import { toolchainCache } from '#tests/toolchain-cache.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { npmRegistry } from './registry.ts'

test('the default Node and npm come from the real registry and run together', async () => {
  const tool = createToolchains({ folder: toolchainCache, registry: npmRegistry({}) })
  const node = await tool({ name: 'node', version: '22.20.0' })
  const npm = await tool({ name: 'npm', version: '10.9.3' })
  const env = {
    PATH: `${join(node, 'bin')}:${join(npm, 'bin')}:/usr/bin:/bin`,
    HOME: '/nonexistent',
  }
  assert.equal((await run(['node', '--version'], { env })).stdout, 'v22.20.0\n')
  assert.equal((await run(['npm', '--version'], { env })).stdout, '10.9.3\n')
  assert.equal((await run(['npx', '--version'], { env })).stdout, '10.9.3\n')
})

test('a tool that no member provides is a bug, not a failure of the owner', async () => {
  const tool = createToolchains({ folder: toolchainCache, registry: npmRegistry({}) })
  await assert.rejects(tool({ name: 'perl', version: '5.0.0' }), /no toolchain provides perl/)
})
