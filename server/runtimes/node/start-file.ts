import { posix } from 'node:path'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

/** Resolves the file like `node <path>`: with or without extension, or the folder's `index.js`. */
export async function findModule(source: Source, path: string): Promise<string | undefined> {
  for (const file of [path, `${path}.js`, `${path}.json`, `${path}/index.js`]) {
    const folder = posix.dirname(file)
    const names = await source.list(folder === '.' ? '' : folder)
    if (names.includes(posix.basename(file))) return posix.normalize(file)
  }
  return undefined
}
