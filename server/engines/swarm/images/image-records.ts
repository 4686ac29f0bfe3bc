import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { writeDurably } from '#kit/files/durable-file.ts'

/** Digests of the images that this server has pushed and uses for more than one build, by repository and tag. */
export interface ImageRecords {
  digestOf(name: string): string | undefined
  keep(name: string, digest: string): Promise<void>
}

/** Images of dependencies become many; one without a record is made again. */
const maxRecords = 10_000
const digestForm = /^sha256:[0-9a-f]{64}$/

export const recordsFile = (folder: string): string => join(folder, 'images.json')

/** Reads the records of the engine's folder. Without the file everything is made again, so that a lost one costs time only. */
export async function openImageRecords(folder: string): Promise<ImageRecords> {
  const path = recordsFile(folder)
  const records = new Map(parseRecords(await readFile(path, 'utf8').catch(() => '{}')))
  const mutex = createMutex()
  return {
    digestOf: (name) => records.get(name),
    keep: (name, digest) =>
      mutex(async () => {
        // The newest is last.
        records.delete(name)
        records.set(name, digest)
        for (const oldest of records.keys()) {
          if (records.size <= maxRecords) break
          records.delete(oldest)
        }
        await writeDurably(path, JSON.stringify(Object.fromEntries(records), null, 1))
      }),
  }
}

function parseRecords(text: string): [string, string][] {
  const entries: [string, unknown][] = Object.entries(JSON.parse(text))
  return entries.filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && digestForm.test(entry[1]),
  )
}
