import { createHash } from 'node:crypto'
import { readlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { inTree } from '#kit/tenant-files/descriptors.ts'
import { listEntriesIn, readFileIn, statIn } from '#kit/tenant-files/entries.ts'
import {
  compareTree,
  snapshotTree,
  TreeBudgetError,
  type TreeSnapshot,
} from '#kit/tenant-files/trees.ts'
import type { InstallationRecord, InstallOutcome, SourceRecord } from './installation-record.ts'
import { lockFiles } from './variable-readers.ts'

const maxBytes = 64 * 1024 * 1024
const maxRead = 5000
const maxNames = 20_000
const maxPaths = 10_000

/** The application's folder before an installation. */
export interface SourceState {
  snapshot: TreeSnapshot
  /** Hashes of manifests and lock files, which installations write again. */
  hashes: ReadonlyMap<string, string>
}

/** What an installation did in the application's folder. */
export interface Observation {
  outcome: InstallOutcome
  sources?: SourceRecord
}

const isRewritten = (path: string) => {
  const name = basename(path)
  return name === 'package.json' || lockFiles.has(name)
}

/** Remembers the folder, so that `observe` can tell what was read; `undefined` when it cannot be compared. */
export function watchSources(app: string): Promise<SourceState | undefined> {
  return unlessTooLarge(async () => {
    const first = await snapshotTree(app)
    const hashes = new Map<string, string>()
    for (const path of [...first.keys()].filter(isRewritten).slice(0, maxRead)) {
      const hash = await hashOf(app, path)
      if (hash) hashes.set(path, hash)
    }
    // Again, because hashing reads too.
    return { hashes, snapshot: hashes.size > 0 ? await snapshotTree(app) : first }
  })
}

/** A tree with too many entries, or with names that are not UTF-8, is not compared. */
async function unlessTooLarge<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TreeBudgetError) return undefined
    throw error
  }
}

/**
 * Tells from access times what was read since `watchSources`. The sources are recorded only if a lock file was read:
 * on a disk that keeps no access times none seems to be, and without one the registry decides.
 */
export async function observe(
  app: string,
  { snapshot, hashes }: SourceState,
): Promise<Observation | undefined> {
  const changes = await unlessTooLarge(() => compareTree(app, snapshot))
  if (!changes) return undefined
  const { made, changed, removed, read, listed } = changes
  const outcome = { made, changed, removed }
  if (made.length + changed.length + removed.length > maxPaths) return undefined
  const isPinned = [...read, ...changed].some((path) => lockFiles.has(basename(path)))
  const touched = [...read, ...changed, ...removed]
  if (!isPinned || touched.length > maxRead) return { outcome }
  const files: SourceRecord['files'] = {}
  const unchanged = new Set(read)
  for (const path of touched) {
    const hash = hashes.get(path) ?? (unchanged.has(path) ? await hashOf(app, path) : undefined)
    if (hash === undefined) return { outcome }
    files[path] = hash
  }
  const folders: SourceRecord['folders'] = {}
  const names = namesByFolder(snapshot)
  for (const path of new Set([...listed, ...touched.map(parentOf)])) {
    folders[path] = namesHash(names.get(path) ?? [])
  }
  return { outcome, sources: { files, folders } }
}

/** The first path at which the folder is not as an installation has found it; `undefined` when all are. */
export async function findChangedPath(
  app: string,
  { sources, outcome }: InstallationRecord,
): Promise<string | undefined> {
  for (const [path, hash] of Object.entries(sources?.files ?? {})) {
    if ((await hashOf(app, path)) !== hash) return path
  }
  for (const path of outcome.made) if (await statIn(app, path)) return path
  for (const [path, hash] of Object.entries(sources?.folders ?? {})) {
    const entries = await listEntriesIn(app, path, maxNames)
    if (namesHash(entries.map(({ name }) => name)) !== hash) return path
  }
  return undefined
}

/** Hash of a file or of the target of a symbolic link; `undefined` for anything else. */
async function hashOf(app: string, path: string): Promise<string | undefined> {
  const stats = await statIn(app, path)
  if (stats?.isSymbolicLink()) {
    const target = await inTree(app, path, (place) => readlink(place))
    return target === undefined ? undefined : `link ${sha256(target)}`
  }
  const content = stats?.isFile() ? await readFileIn(app, path, maxBytes) : undefined
  return Buffer.isBuffer(content) ? sha256(content) : undefined
}

function namesByFolder(snapshot: TreeSnapshot): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const path of snapshot.keys()) {
    if (path === '') continue
    const folder = parentOf(path)
    const inside = names.get(folder) ?? []
    inside.push(basename(path))
    names.set(folder, inside)
  }
  return names
}

const parentOf = (path: string) => {
  const parent = dirname(path)
  return parent === '.' ? '' : parent
}

const namesHash = (names: string[]) => sha256(JSON.stringify(names.toSorted()))

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
