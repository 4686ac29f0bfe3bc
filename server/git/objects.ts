import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type CatFile, type ObjectHeader, type ObjectPlace, startCatFile } from './cat-file.ts'

export interface GitObject {
  kind: ObjectHeader['kind']
  /** Absent when larger than requested. */
  content?: Buffer
}

/** Reads objects of one repository. */
export interface Objects {
  /** Resolves a name such as `<commit>:<path>`; symbolic links are followed inside the commit. */
  find(name: string, maxBytes: number): Promise<GitObject | undefined>
  /** Runs `work`, which has a timeout of its own, with the process that reads the objects, one at a time. */
  use<T>(work: (catFile: CatFile) => Promise<T>): Promise<T>
}

const processTimeout = 3_600_000
const answerTimeout = 30_000
/** Keeps the process for consecutive reads: starting git for each file would dominate the planning of a recipe. */
const idleFor = 1000

/** Uses one `git cat-file` process, started on demand and stopped when idle. */
export function openObjects(place: ObjectPlace): Objects {
  let catFile: CatFile | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = createMutex()

  const end = () => {
    catFile?.[Symbol.dispose]()
    catFile = undefined
  }
  const use = <T>(work: (catFile: CatFile) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      clearTimeout(idle)
      catFile ??= await startCatFile(place, processTimeout)
      try {
        const result = await work(catFile)
        idle = setTimeout(end, idleFor)
        return result
      } catch (error) {
        end()
        place.signal?.throwIfAborted()
        throw error
      }
    })
  return {
    find: (name, maxBytes) =>
      use((catFile) =>
        withTimeout(findObject(catFile, name, maxBytes), answerTimeout, 'an answer of git'),
      ),
    use,
  }
}

/** Asks for the size first: git reads an object as a whole, however large, before it sends it. */
async function findObject(
  catFile: CatFile,
  name: string,
  maxBytes: number,
): Promise<GitObject | undefined> {
  await catFile.request('info', [name])
  const info = await catFile.nextHeader()
  if (info === undefined) return undefined
  if (info.bytes > maxBytes) return { kind: info.kind }
  await catFile.request('contents', [name])
  const header = await catFile.nextHeader()
  if (header === undefined) return undefined
  return { kind: header.kind, content: await catFile.nextContent(header) }
}
