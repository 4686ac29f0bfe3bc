import { setImmediate } from 'node:timers/promises'
import type { CatFile } from '#git/cat-file.ts'
import { CommitTooLargeError, commitLimits } from './commit-limits.ts'
import type { TreeNode } from './tree-totals.ts'

/** The repository lacks an object that it should have. */
export class MissingObjectError extends Error {
  override name = 'MissingObjectError'
}

/** Trees per request. */
const batch = 1000
/** Upper bound of distinct entries within the path limits. */
const maxEntries = commitLimits.files + commitLimits.folders
const entriesPerTurn = 5000

/** All trees of a commit by id, each read once. */
export async function readTrees(
  catFile: CatFile,
  commit: string,
): Promise<{ root: string; nodes: Map<string, TreeNode> }> {
  await catFile.request('contents', [commit])
  const text = await nextObject(catFile, 'commit', commitLimits.commitBytes, 'The commit message')
  const root = /^tree ([0-9a-f]{40})\n/.exec(text?.toString('latin1') ?? '')?.[1]
  if (!root) throw new MissingObjectError(commit)

  const nodes = new Map<string, TreeNode>()
  const waiting = new Set([root])
  let bytes = 0
  let entries = 0
  while (waiting.size > 0) {
    const asked = [...waiting].slice(0, batch)
    await catFile.request('contents', asked)
    for (const id of asked) {
      waiting.delete(id)
      const room = commitLimits.treeBytes - bytes
      const tree = await nextObject(catFile, 'tree', room, 'The list of files of the commit')
      if (!tree) throw new MissingObjectError(id)
      bytes += tree.length
      const node = await nodeOf(tree, maxEntries - entries)
      entries += node.folders.length + node.files.length + node.submodules.length
      nodes.set(id, node)
      for (const folder of node.folders) if (!nodes.has(folder.id)) waiting.add(folder.id)
    }
    if (nodes.size + waiting.size > commitLimits.trees)
      throw new CommitTooLargeError(`The commit has more than ${commitLimits.trees} folders`)
  }
  return { root, nodes }
}

/** Next object of the response; `undefined` when there is none of that name and type. */
async function nextObject(
  catFile: CatFile,
  type: 'commit' | 'tree',
  maxBytes: number,
  what: string,
): Promise<Buffer | undefined> {
  const header = await catFile.nextHeader()
  if (header?.kind !== type) return undefined
  if (header.bytes > maxBytes) {
    const megabytes = Math.round((type === 'tree' ? commitLimits.treeBytes : maxBytes) / 1024 ** 2)
    throw new CommitTooLargeError(`${what} is larger than ${megabytes} MB`)
  }
  return await catFile.nextContent(header)
}

/** Parses one tree, yielding to the event loop: 64 MB can hold two million entries. */
async function nodeOf(tree: Buffer, room: number): Promise<TreeNode> {
  const node = {
    folders: [] as { id: string; name: string }[],
    files: [] as { id: string; name: string }[],
    submodules: [] as string[],
  }
  let count = 0
  for (const { kind, name, id } of parseTree(tree)) {
    count += 1
    if (count > room)
      throw new CommitTooLargeError(`The commit has more than ${maxEntries} files and folders`)
    if (count % entriesPerTurn === 0) await setImmediate()
    if (kind === 'folder') node.folders.push({ id, name })
    else if (kind === 'submodule') node.submodules.push(name)
    else node.files.push({ id, name })
  }
  return node
}

type EntryKind = 'file' | 'link' | 'folder' | 'submodule'

/** One entry of a tree object. */
interface TreeEntry {
  kind: EntryKind
  /** Latin-1, one character per byte, because the encoding is unknown. */
  name: string
  id: string
}

const space = 32
const hashBytes = 20

/** Entries of a tree object: mode, name and object id. */
function* parseTree(tree: Buffer): Generator<TreeEntry> {
  for (let at = 0; at < tree.length; ) {
    const modeEnd = tree.indexOf(space, at)
    const nameEnd = tree.indexOf(0, modeEnd)
    const end = nameEnd + 1 + hashBytes
    if (modeEnd < 0 || nameEnd < 0 || end > tree.length)
      throw new Error('git gave a tree that ends in the middle')
    yield {
      kind: kindOf(tree.toString('latin1', at, modeEnd)),
      name: tree.toString('latin1', modeEnd + 1, nameEnd),
      id: tree.toString('hex', nameEnd + 1, end),
    }
    at = end
  }
}

function kindOf(mode: string): EntryKind {
  if (mode.startsWith('100')) return 'file'
  if (mode.startsWith('120')) return 'link'
  return mode.startsWith('160') ? 'submodule' : 'folder'
}

/** Names in a tree; folders and submodules end with `/`. */
export const treeNames = (tree: Buffer): string[] =>
  [...parseTree(tree)].map(({ kind, name }) => {
    const text = Buffer.from(name, 'latin1').toString('utf8')
    return kind === 'file' || kind === 'link' ? text : `${text}/`
  })
