/** A parsed tree: its own entries, without those of its folders. */
export interface TreeNode {
  folders: readonly { id: string; name: string }[]
  /** Files and symbolic links. */
  files: readonly { id: string; name: string }[]
  submodules: readonly string[]
}

/** Totals of a tree with everything below it, by path: a tree that occurs twice counts twice. */
export interface TreeTotals {
  files: number
  folders: number
  /** Nesting depth of folders. */
  depth: number
  maxNameLength: number
  maxPathLength: number
  namesBytes: number
  fileBytes: number
  attributeBytes: number
}

/** Size of a blob in bytes. */
export type SizeOf = (id: string) => number

const attributeFile = '.gitattributes'

/**
 * Totals of a tree, memoised per distinct tree. Cycles are impossible, because an id is a hash of the content; an
 * explicit stack is used, because a chain of trees can exceed the call stack.
 */
export function totalsOf(
  nodes: ReadonlyMap<string, TreeNode>,
  root: string,
  sizeOf: SizeOf,
): Map<string, TreeTotals> {
  const known = new Map<string, TreeTotals>()
  const stack = [root]
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const node = nodes.get(id)
    if (!node) throw new Error(`the tree ${id} was not read`)
    // Checked first, and each tree is pushed once per parent: a tree that occurs a million times costs as much as one.
    const missing = known.has(id)
      ? []
      : [...new Set(node.folders.map((folder) => folder.id))].filter((each) => !known.has(each))
    if (missing.length > 0) {
      for (const each of missing) stack.push(each)
    } else {
      if (!known.has(id)) known.set(id, sum(node, known, sizeOf))
      stack.pop()
    }
  }
  return known
}

function sum(node: TreeNode, known: Map<string, TreeTotals>, sizeOf: SizeOf): TreeTotals {
  const totals: TreeTotals = {
    files: 0,
    folders: 0,
    depth: 0,
    maxNameLength: 0,
    maxPathLength: 0,
    namesBytes: 0,
    fileBytes: 0,
    attributeBytes: 0,
  }
  const addName = (length: number) => {
    totals.maxNameLength = Math.max(totals.maxNameLength, length)
    totals.maxPathLength = Math.max(totals.maxPathLength, length)
    totals.namesBytes += length
  }
  for (const { id, name } of node.files) {
    addName(name.length)
    totals.files += 1
    totals.fileBytes += sizeOf(id)
    if (name === attributeFile) totals.attributeBytes += sizeOf(id)
  }
  for (const name of node.submodules) {
    addName(name.length)
    totals.folders += 1
  }
  for (const { id, name } of node.folders) {
    const inner = known.get(id)
    if (!inner) throw new Error(`the tree ${id} was not counted`)
    addName(name.length)
    totals.files += inner.files
    totals.folders += inner.folders + 1
    totals.depth = Math.max(totals.depth, inner.depth + 1)
    totals.maxNameLength = Math.max(totals.maxNameLength, inner.maxNameLength)
    totals.maxPathLength = Math.max(totals.maxPathLength, name.length + 1 + inner.maxPathLength)
    totals.namesBytes += inner.namesBytes + (name.length + 1) * (inner.files + inner.folders)
    totals.fileBytes += inner.fileBytes
    totals.attributeBytes += inner.attributeBytes
  }
  return totals
}
