import { cp, lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

const maxBytes = 4 * 1024 * 1024

/** Files of a plain folder as a source, as if pushed. */
export function folderSource(folder: string, commit = '0'.repeat(40)): Source {
  return {
    commit,
    async read(path) {
      const found = await lstat(join(folder, path)).catch(() => undefined)
      if (found?.isSymbolicLink()) return readlink(join(folder, path))
      if (!found?.isFile()) return undefined
      if (found.size > maxBytes) throw new Failure('source', `${path} is larger than 4 MB.`)
      return readFile(join(folder, path), 'utf8')
    },
    async list(path) {
      const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
      return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
    },
    async extract(target) {
      await cp(folder, target, { recursive: true, verbatimSymlinks: true })
    },
  }
}
