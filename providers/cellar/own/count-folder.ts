import { lstatSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { isAbove, type Size } from '#providers/cellar/gateway/buckets.ts'

/** Number of files per turn of the event loop. */
const filesPerTurn = 500
const slash = Buffer.from('/')

/**
 * Files below a folder: objects, and parts of uploads. Where there are more folders than files, they are the number, because a key has as many
 * as it has slashes. Streams the folders, whatever they have: the gateway would read a whole one for each page of a list. Names stay
 * bytes, because some are no text. Nothing is opened and no link followed; ends early with more than `most`.
 */
export async function countFolder(folder: string, most: Size): Promise<Size> {
  const left: Buffer[] = [Buffer.from(folder)]
  let [bytes, files, folders] = [0, 0, 0]
  let count = 0
  const size = () => ({ bytes, objects: Math.max(files, folders) })
  for (let at = left.pop(); at; at = left.pop()) {
    for await (const { path, isFolder } of entriesOf(at)) {
      if (isFolder) {
        folders += 1
        left.push(path)
      } else {
        files += 1
        // Synchronous, because that takes a tenth of the CPU time for thousands of files.
        bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
      }
      count += 1
      if (count % filesPerTurn === 0) await new Promise(setImmediate)
      if (isAbove(size(), most)) return size()
    }
  }
  return size()
}

async function* entriesOf(folder: Buffer): AsyncGenerator<{ path: Buffer; isFolder: boolean }> {
  const entries = await opendir(folder, {
    encoding: 'buffer' as BufferEncoding,
    bufferSize: 512,
  }).catch(unlessGone)
  if (!entries) return
  for await (const entry of entries) {
    const name = entry.name as unknown as Buffer
    yield { path: Buffer.concat([folder, slash, name]), isFolder: entry.isDirectory() }
  }
}

/** An object that is deleted takes the folders of its key along. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
