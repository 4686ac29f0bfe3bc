import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectFiles } from '#stores/objects/object-files.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { replicationContract } from './replication.contract.ts'

replicationContract('replication in a shared folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-replication-'))
  const root = join(folder, 'objects')
  const store = await openTestStore()
  return {
    stores: [store, store],
    objects: openObjectFiles(root),
    async breakObjects() {
      await rename(root, `${root}.away`)
      await writeFile(root, 'no folder')
      return async () => {
        await rm(root)
        await rename(`${root}.away`, root)
      }
    },
    async [Symbol.asyncDispose]() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
})
