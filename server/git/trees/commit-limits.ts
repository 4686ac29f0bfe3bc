import type { TreeTotals } from './tree-totals.ts'

/** Limits of a commit. All but `trees` and `treeBytes` count paths: a tree that occurs twice counts twice. */
export const commitLimits = {
  /** Number and total size of distinct trees. */
  trees: 100_000,
  treeBytes: 64 * 1024 ** 2,
  files: 500_000,
  folders: 250_000,
  /** Nesting depth of folders. */
  depth: 200,
  /** Linux allows 4,095 bytes (PATH_MAX), including our own parent folders. */
  pathBytes: 3000,
  nameBytes: 255,
  /** Total length of all paths. */
  namesBytes: 128 * 1024 ** 2,
  /** Total size of all files. */
  fileBytes: 4 * 1024 ** 3,
  /** Git compares every rule of these files with every path below their folder. */
  attributeBytes: 1024 ** 2,
  commitBytes: 1024 ** 2,
} as const

/** A commit over one of the limits; the message is for its owner. */
export class CommitTooLargeError extends Error {
  override name = 'CommitTooLargeError'
}

/** Throws a `CommitTooLargeError` for the first limit that is exceeded. */
export function checkTotals(totals: TreeTotals, longestPath: () => string): void {
  const limits = commitLimits
  const refuse = (sentence: string): never => {
    throw new CommitTooLargeError(sentence)
  }
  if (totals.files > limits.files) refuse(`The commit has more than ${limits.files} files`)
  if (totals.folders > limits.folders) refuse(`The commit has more than ${limits.folders} folders`)
  if (totals.maxNameLength > limits.nameBytes)
    refuse(`The path ${longestPath()} has a name of more than ${limits.nameBytes} bytes`)
  if (totals.maxPathLength > limits.pathBytes)
    refuse(`The path ${longestPath()} is longer than ${limits.pathBytes} bytes`)
  if (totals.depth > limits.depth)
    refuse(`The commit has folders inside each other, more than ${limits.depth} deep`)
  if (totals.namesBytes > limits.namesBytes)
    refuse('The paths of the commit are longer than 128 MB together')
  if (totals.attributeBytes > limits.attributeBytes)
    refuse('The .gitattributes files of the commit are larger than 1 MB together')
  if (totals.fileBytes > limits.fileBytes) refuse('The files of the commit exceed 4 GB')
}
