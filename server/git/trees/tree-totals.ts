/** A tree as it was read: what it names itself, without what lies in its folders. */
export interface TreeNode {
  folders: readonly { id: string; name: string }[]
  /** Files and links. */
  files: readonly { id: string; name: string }[]
  submodules: readonly string[]
}

/** What a tree stands for with everything below it, by path: a tree that is named twice counts twice. */
export interface TreeTotals {
  files: number
  folders: number
  /** How many folders lie inside each other. */
  depth: number
  maxNameLength: number
  maxPathLength: number
  namesBytes: number
  fileBytes: number
  attributeBytes: number
}

/** The bytes of a blob. */
export type SizeOf = (id: string) => number

const attributeFile = '.gitattributes'

/**
 * The totals of a tree, computed once for each distinct tree below it. Trees cannot contain themselves, since an id is a
 * hash of what is inside; the walk keeps its own stack, because a chain of trees can be longer than that of calls.
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
    // Asked first, and each tree is pushed once by whoever names it: one that is named a million times costs as much as one.
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
