import type { TreeTotals } from './tree-totals.ts'

/** What a commit may hold. Everything but `trees` and `treeBytes` counts paths: a tree that is named twice counts twice. */
export const commitLimits = {
  /** Distinct trees, and the bytes of them all. */
  trees: 100_000,
  treeBytes: 64 * 1024 ** 2,
  files: 500_000,
  folders: 250_000,
  /** Folders inside each other. */
  depth: 200,
  /** Systems take 4,095 bytes, and our own folders come before. */
  pathBytes: 3000,
  nameBytes: 255,
  /** All paths together. */
  namesBytes: 128 * 1024 ** 2,
  /** All files together. */
  fileBytes: 4 * 1024 ** 3,
  /** Every rule of these files is compared with every path below its folder. */
  attributeBytes: 1024 ** 2,
  commitBytes: 1024 ** 2,
} as const

/** A commit that is over one of the limits; the message is a sentence for its owner. */
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
