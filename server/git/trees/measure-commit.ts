import { type CatFile, CatFileEndedError } from '#git/cat-file.ts'
import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import { CommitTooLargeError, checkTotals } from './commit-limits.ts'
import { MissingObjectError, readTrees } from './read-trees.ts'
import { type TreeNode, type TreeTotals, totalsOf } from './tree-totals.ts'

/** Size of a commit within the limits. */
export interface CommitMeasure {
  totals: TreeTotals
  hasSubmodules: boolean
}

const shown = 40

/** Time to measure a commit, in milliseconds. */
const measureTimeout = 120_000

/**
 * Measures a checkout of a commit, in time linear in its distinct trees, and throws a `CommitTooLargeError` beyond the
 * limits: a few small trees that refer to each other can expand to more files and folders than a disk can hold.
 */
export async function measureCommit(catFile: CatFile, commit: string): Promise<CommitMeasure> {
  try {
    return await withTimeout(measure(catFile, commit), measureTimeout, 'the measure of a commit')
  } catch (error) {
    // Git takes too long, or was killed because it needs too much.
    if (!(error instanceof CatFileEndedError || error instanceof TimeoutError)) throw error
    throw new CommitTooLargeError(
      'Git could not read the commit within its limits of memory and time',
    )
  }
}

async function measure(catFile: CatFile, commit: string): Promise<CommitMeasure> {
  const { root, nodes } = await readTrees(catFile, commit)
  // Names alone reveal a tree bomb, without looking up file sizes.
  check(nodes, root, () => 0)
  const blobs = new Set([...nodes.values()].flatMap(({ files }) => files.map(({ id }) => id)))
  const sizes = await blobSizes(catFile, blobs)
  const totals = check(nodes, root, (id) => sizes.get(id) ?? 0)
  const hasSubmodules = [...nodes.values()].some(({ submodules }) => submodules.length > 0)
  return { totals, hasSubmodules }
}

function check(
  nodes: ReadonlyMap<string, TreeNode>,
  root: string,
  sizeOf: (id: string) => number,
): TreeTotals {
  const all = totalsOf(nodes, root, sizeOf)
  const totals = all.get(root)
  if (!totals) throw new Error('the root was not counted')
  checkTotals(totals, () => maxPathLength(nodes, root, all))
  return totals
}

/** Beginning of a path that is too long, or contains a name that is. */
function maxPathLength(
  nodes: ReadonlyMap<string, TreeNode>,
  root: string,
  totals: ReadonlyMap<string, TreeTotals>,
): string {
  let path = ''
  for (let id: string | undefined = root; id !== undefined && path.length < shown; ) {
    const node: TreeNode | undefined = nodes.get(id)
    const lengths = [
      ...(node?.folders ?? []).map(({ id, name }) => ({
        name,
        id,
        length: name.length + 1 + (totals.get(id)?.maxPathLength ?? 0),
      })),
      ...[...(node?.files ?? [])].map(({ name }) => ({ name, id: undefined, length: name.length })),
    ]
    const longest = lengths.reduce((most, each) => (each.length > most.length ? each : most), {
      name: '',
      id: undefined as string | undefined,
      length: -1,
    })
    path += path === '' ? longest.name : `/${longest.name}`
    id = longest.id
  }
  return JSON.stringify(`${Buffer.from(path.slice(0, shown), 'latin1')}…`)
}

/** Sizes of blobs, from git's metadata: none is read. */
async function blobSizes(catFile: CatFile, ids: ReadonlySet<string>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  // Git answers while more is requested.
  void catFile.request('info', ids)
  for (const id of ids) {
    const header = await catFile.nextHeader()
    if (header === undefined) throw new MissingObjectError(id)
    sizes.set(id, header.bytes)
  }
  return sizes
}

/**
 * Measures of commits that repositories hold, in memory: a commit never changes, so that the deployment of a push need
 * not measure it again. Only commits within the limits are kept; the limits are constants of this program.
 */
export interface CommitMeasures {
  find(repository: string, commit: string): CommitMeasure | undefined
  keep(repository: string, commit: string, measure: CommitMeasure): void
}

/** Some hundred bytes each. */
const defaultMaxCommits = 1000

/** Keeps the measures of the newest commits. */
export function createCommitMeasures(maxCommits = defaultMaxCommits): CommitMeasures {
  const measures = new Map<string, CommitMeasure>()
  const keyOf = (repository: string, commit: string) => `${commit} ${repository}`
  return {
    find: (repository, commit) => measures.get(keyOf(repository, commit)),
    keep(repository, commit, measure) {
      const key = keyOf(repository, commit)
      measures.delete(key)
      measures.set(key, measure)
      const oldest = measures.size > maxCommits ? measures.keys().next().value : undefined
      if (oldest !== undefined) measures.delete(oldest)
    },
  }
}
