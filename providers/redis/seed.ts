import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemUser } from '#providers/kit/system-user.ts'
import { ownFolder } from './server.ts'

/** Puts a back-up where a server that does not exist yet will find it: as the beginning of its record of changes. */
export async function seed(folder: string, backup: string): Promise<void> {
  const record = join(await ownFolder(folder), 'appendonlydir')
  await mkdir(record, { recursive: true, mode: 0o700 })
  const beginning = 'appendonly.aof.1.base.rdb'
  const manifest = join(record, 'appendonly.aof.manifest')
  await copyFile(backup, join(record, beginning))
  await writeFile(manifest, `file ${beginning} seq 1 type b\n`, { mode: 0o600 })
  const user = await systemUser('redis')
  if (!user) return
  for (const path of [record, join(record, beginning), manifest])
    await chown(path, user.uid, user.gid)
}
