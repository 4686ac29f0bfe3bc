import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Store } from '#platform/model/store.ts'
import { createDiskUsage } from './disk-usage.ts'

test('disk usage: a dependency tree used by releases counts once for the account of their application', async () => {
  const data = await mkdtemp(join(tmpdir(), 'berth-usage-'))
  const tree = join(data, 'engine/trees/key/one')
  await mkdir(tree, { recursive: true })
  await writeFile(join(tree, 'file'), Buffer.alloc(3 * 1024 * 1024, 'x'))
  const handle = { tree: { name: 'key/one', at: 'node_modules' } }
  const store = {
    applications: { listOfQuotaAccount: async () => [{ id: 'app_1' }] },
    instances: { listOf: async () => [] },
    releases: { listOf: async () => ['a', 'b'].map((id) => ({ artifact: { id, handle } })) },
  } as unknown as Store
  const bytes = await createDiskUsage({ store, data }).of('user_1')
  assert.ok(bytes >= 3 * 1024 * 1024 && bytes < 4 * 1024 * 1024, String(bytes))
  await rm(data, { recursive: true })
})
