import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ExampleName } from '#platform/model/hosting/examples/examples.ts'

const examples = join(import.meta.dirname, '../../../examples')

/** Files of an example that say how our tests and `berth recipe` take it, and are not part of the application. */
const isAside = (path: string) =>
  path.startsWith('expected-') || path === 'application.json' || path === 'environment.json'

/** The files of an example of ours by their path. */
export async function readExample(name: ExampleName): Promise<Map<string, Buffer>> {
  const folder = join(examples, name)
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !isAside(path))
    .toSorted()
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))))
  return new Map(paths.map((path, place) => [path, contents[place] ?? Buffer.alloc(0)]))
}
