const space = 32
const hashBytes = 20
const filePattern = /^1(00|20)/

/** The names in a tree as git stores it: for each entry its mode, its name and a hash. Folders end with `/`. */
export function treeNames(tree: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < tree.length; ) {
    const modeEnd = tree.indexOf(space, at)
    const nameEnd = tree.indexOf(0, modeEnd)
    if (modeEnd < 0 || nameEnd < 0) throw new Error('git gave a tree that ends in the middle')
    const isFile = filePattern.test(tree.toString('latin1', at, modeEnd))
    names.push(tree.toString('utf8', modeEnd + 1, nameEnd) + (isFile ? '' : '/'))
    at = nameEnd + 1 + hashBytes
  }
  return names
}
