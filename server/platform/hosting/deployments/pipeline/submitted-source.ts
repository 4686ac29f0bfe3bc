import { posix } from 'node:path'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

/** A client's description of a folder: the paths of all files and the content of some. */
export interface SubmittedFiles {
  names: readonly string[]
  contents: ReadonlyMap<string, string>
}

/** A source of which only some file contents are known. */
export interface ToldSource extends Source {
  /** Paths that were read but whose content is unknown; conclusions drawn since are invalid. */
  readonly wanted: ReadonlySet<string>
}

export function toldSource({ names, contents }: SubmittedFiles): ToldSource {
  const sorted = [...names].sort()
  const known = new Set(names)
  const wanted = new Set<string>()
  return {
    commit: '0'.repeat(40),
    wanted,
    async read(path) {
      const clean = cleaned(path)
      const content = contents.get(clean)
      if (content === undefined && known.has(clean)) wanted.add(clean)
      return content
    },
    async list(folder) {
      const clean = cleaned(folder)
      return childrenIn(sorted, clean === '' ? '' : `${clean}/`)
    },
    extract: () => Promise.reject(new Error('a source that is only told has nothing to extract')),
  }
}

const cleaned = (path: string) => posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '')

/** Names directly below a prefix; entries with the same prefix are adjacent. */
function childrenIn(sorted: readonly string[], prefix: string): string[] {
  const children = new Set<string>()
  for (let place = firstFrom(sorted, prefix); place < sorted.length; place++) {
    const name = sorted[place]
    if (!name?.startsWith(prefix)) break
    const end = name.indexOf('/', prefix.length)
    children.add(name.slice(prefix.length, end < 0 ? undefined : end + 1))
  }
  return [...children]
}

/** Lower bound: index of the first name not before the wanted one. */
function firstFrom(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
