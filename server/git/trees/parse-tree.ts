export type EntryKind = 'file' | 'link' | 'folder' | 'submodule'

/** One entry of a tree object. */
export interface TreeEntry {
  kind: EntryKind
  /** One character a byte, since git does not say how a name is encoded. */
  name: string
  id: string
}

const space = 32
const hashBytes = 20

/** The entries of a tree object: for each its mode, its name and the id of what it stands for. */
export function* parseTree(tree: Buffer): Generator<TreeEntry> {
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

/** The names in a tree; those of folders and submodules end with `/`. */
export const treeNames = (tree: Buffer): string[] =>
  [...parseTree(tree)].map(({ kind, name }) => {
    const text = Buffer.from(name, 'latin1').toString('utf8')
    return kind === 'file' || kind === 'link' ? text : `${text}/`
  })
