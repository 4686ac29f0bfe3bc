import { createReadStream, type Dirent } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { streamDurably, unfinishedPrefix } from '#kit/files/durable-file.ts'
import {
  isKey,
  type ObjectInfo,
  type ObjectStore,
  ObjectStoreUnavailableError,
  requireFolder,
  requireKey,
} from '#platform/model/object-store.ts'
import { measured } from './measured-content.ts'

/** Objects as files below a folder, which may be a mount that several machines share: a key is the path of its file. */
export function openObjectFiles(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, requireKey(key))

  const statFile = async (key: string): Promise<ObjectInfo | undefined> => {
    const found = await stat(pathOf(key)).catch(unlessMissing)
    if (!found?.isFile()) return undefined
    return { key, bytes: found.size, modifiedAt: found.mtimeMs }
  }

  const entriesOf = async (folder: string): Promise<Dirent[]> =>
    (await readdir(join(root, folder), { withFileTypes: true }).catch(unlessMissing)) ?? []

  const removeAbandonedIn = async (folder: string, before: number): Promise<void> => {
    for (const entry of await entriesOf(folder)) {
      const path = join(root, folder, entry.name)
      if (entry.isDirectory()) await removeAbandonedIn(join(folder, entry.name), before)
      else if (entry.name.startsWith(unfinishedPrefix)) {
        const found = await stat(path).catch(unlessMissing)
        if (found && found.mtimeMs < before) await rm(path, { force: true })
      }
    }
  }

  return {
    async put(key, content, known = {}) {
      const path = pathOf(key)
      const source = measured(key, content, known)
      await streamDurably(path, source.content).catch(asObjectStoreError)
      return source.digest()
    },
    async get(key, expected) {
      const found = await statFile(key)
      if (!found) return undefined
      const { bytes } = found
      const { content } = measured(key, createReadStream(pathOf(key)), expected ?? { bytes })
      return { bytes, content: Readable.from(content, { objectMode: false }) }
    },
    stat: statFile,
    async *list(folder) {
      for (const entry of await entriesOf(requireFolder(folder))) {
        if (!entry.isFile() || !isKey(folder + entry.name)) continue
        const info = await statFile(folder + entry.name)
        if (info) yield info
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    removeAbandoned: (before) => removeAbandonedIn('', before),
    close() {},
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  return asObjectStoreError(error)
}

/** Errors of the file system are those of the store; others are the caller's. */
function asObjectStoreError(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error
  const message = `The folder of shared files cannot be used: ${error.message}`
  throw new ObjectStoreUnavailableError(message, { cause: error })
}
