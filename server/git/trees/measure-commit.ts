import { readBytes } from '#git/wire/byte-reader.ts'
import { writeTo } from '#git/wire/outlet.ts'
import { checkTotals } from './commit-limits.ts'
import { GitEndedError, MissingObjectError, type ObjectPlace, readTrees } from './read-trees.ts'
import { type TreeNode, type TreeTotals, totalsOf } from './tree-totals.ts'

/** Size of a commit within the limits. */
export interface CommitMeasure {
  totals: TreeTotals
  hasSubmodules: boolean
}

const shown = 40

/**
 * Measures a checkout of a commit, in time linear in its distinct trees, and throws a `CommitTooLargeError` beyond the
 * limits: a few small trees that refer to each other can expand to more files and folders than a disk can hold.
 */
export async function measureCommit(place: ObjectPlace, commit: string): Promise<CommitMeasure> {
  const { root, nodes } = await readTrees(place, commit)
  // Names alone reveal a tree bomb, without looking up file sizes.
  check(nodes, root, () => 0)
  const blobs = new Set([...nodes.values()].flatMap(({ files }) => files.map(({ id }) => id)))
  const sizes = await blobSizes(place, blobs)
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

const timeout = 120_000
const batch = 1000

/** Sizes of blobs, from git's metadata. */
async function blobSizes(
  { git, repository, env, signal }: ObjectPlace,
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  if (ids.size === 0) return sizes
  const args = [`--git-dir=${repository}`, 'cat-file', '--buffer', '--batch-check=%(objectsize)']
  const child = await git.start(args, { repository, timeout, signal, ...(env && { env }) })
  const output = readBytes(child.stdout)
  const ask = async () => {
    const all = [...ids]
    for (let at = 0; at < all.length; at += batch) {
      const lines = all.slice(at, at + batch).map((id) => `${id}\n`)
      await writeTo(child.stdin, Buffer.from(lines.join('')))
    }
    child.stdin.end()
  }
  void ask()
  try {
    for (const id of ids) {
      const line = await output.takeLine(256)
      if (line === undefined) throw new GitEndedError()
      if (!/^\d+$/.test(line)) throw new MissingObjectError(id)
      sizes.set(id, Number(line))
    }
    return sizes
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    child.stop()
  }
}
