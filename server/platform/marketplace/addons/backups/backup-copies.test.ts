import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectFiles } from '#stores/objects/object-files.ts'
import { backupCopyContract } from './backup-copies.contract.ts'

backupCopyContract('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-objects-'))
  return {
    objects: openObjectFiles(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
})
