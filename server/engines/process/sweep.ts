import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedTree } from '#engines/process/builds/dependency-trees.ts'
import { listFolders, readRecord } from '#engines/process/instances/instance-folder.ts'
import type { Clock } from '#kit/clock.ts'
import type { Parts } from './parts.ts'

/** Whose packages these are does not matter, so no owner's quota counts them: all together have a limit. */
const maxArchivesBytes = 10 * 1024 ** 3

/**
 * Removes what nobody has used for so many milliseconds: dependency trees that no artifact and no instance refers
 * to, what package managers kept for an application or for all, and what Node made of tools.
 */
export async function sweep(
  { folders, trash }: Pick<Parts, 'folders' | 'trash'>,
  unusedFor: number,
  clock: Clock,
): Promise<void> {
  const isOld = async (path: string) => {
    const facts = await stat(path).catch(() => undefined)
    return facts !== undefined && clock() - facts.mtimeMs > unusedFor
  }
  const used = await usedTrees(folders.artifacts, folders.instances)
  for (const key of await readdir(folders.trees)) {
    for (const name of await readdir(join(folders.trees, key))) {
      const path = join(folders.trees, key, name)
      if (!used.has(`${key}/${name}`) && (await isOld(path))) await trash.throwAway(path)
    }
    await rmdir(join(folders.trees, key)).catch(() => {})
  }
  for (const kept of [folders.caches, folders.downloads, folders.compiled]) {
    for (const name of await readdir(kept)) {
      const path = join(kept, name)
      if (await isOld(path)) await trash.throwAway(path)
    }
  }
  for (const name of await readdir(folders.archives)) {
    const path = join(folders.archives, name)
    if (await isOld(path)) await rm(path, { force: true })
  }
  await trimArchives(folders.archives, maxArchivesBytes)
}

/** Removes the archives that were used least lately, until the others take no more than this. */
export async function trimArchives(folder: string, maxBytes: number): Promise<void> {
  const archives = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const { size, mtimeMs } = (await stat(path).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 }
      return { path, size, mtimeMs }
    }),
  )
  let bytes = archives.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of archives.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (bytes <= maxBytes) return
    await rm(path, { force: true })
    bytes -= size
  }
}

async function usedTrees(artifacts: string, instances: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const id of await listFolders(artifacts)) {
    const text = await readFile(join(artifacts, id, 'artifact.json'), 'utf8').catch(() => '{}')
    const { tree } = JSON.parse(text) as { tree?: SharedTree }
    if (tree) used.add(tree.name)
  }
  for (const id of await listFolders(instances)) {
    const tree = (await readRecord(join(instances, id)))?.tree
    if (tree) used.add(tree.name)
  }
  return used
}
