import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const examples = join(import.meta.dirname, '../../../examples')

/** The files of an example of ours, without what our tests expect of it. */
export async function readExample(name: string): Promise<Map<string, Buffer>> {
  const folder = join(examples, name)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('expected-'))
    .map((entry) => entry.name)
    .toSorted()
  const contents = await Promise.all(names.map((file) => readFile(join(folder, file))))
  return new Map(names.map((file, place) => [file, contents[place] ?? Buffer.alloc(0)]))
}
