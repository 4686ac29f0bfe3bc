import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A package of npm as the tool carries it, so that installing the tool asks no registry: its module and its licence. */
export async function packageModule(
  root: string,
  name: string,
): Promise<(readonly [path: string, content: string])[]> {
  const read = (path: string) => readFile(join(root, 'node_modules', name, path), 'utf8')
  const { exports } = JSON.parse(await read('package.json'))
  const entry: unknown = exports?.['.']?.import?.default
  if (typeof entry !== 'string') throw new Error(`${name} has no single module to take along`)
  return [
    [`packages/${name}.js`, await read(entry)],
    [`packages/${name}.LICENSE.md`, await read('LICENSE.md')],
  ]
}
