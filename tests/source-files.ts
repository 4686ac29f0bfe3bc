import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

/** A source with the given files, content by path; objects are serialised as JSON. */
export function filesSource(files: Record<string, string | object>): Source {
  const content = new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      typeof file === 'string' ? file : JSON.stringify(file),
    ]),
  )
  return {
    commit: '0'.repeat(40),
    read: async (path) => content.get(path),
    async list(folder) {
      const prefix = folder === '' ? '' : `${folder}/`
      const below = [...content.keys()].filter((path) => path.startsWith(prefix))
      const names = below.map((path) => path.slice(prefix.length).replace(/\/.*/s, '/'))
      return [...new Set(names)].sort()
    },
    async extract(target) {
      for (const [path, text] of content) {
        await mkdir(dirname(join(target, path)), { recursive: true })
        await writeFile(join(target, path), text)
      }
    },
  }
}
