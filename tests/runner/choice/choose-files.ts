import { globSync } from 'node:fs'
import { root } from '#tests/laws/source-tree.ts'
import type { RunOptions } from '#tests/runner/options.ts'

/** Whether a file has tests in depth, which people do not wait for: its name says so. */
export const isInDepth = (file: string): boolean => file.endsWith('.full.test.ts')

const isOfCluster = (file: string) => file.startsWith('tests/cluster/')

const folders = [
  ...['server', 'kit', 'client', 'cli', 'console', 'protocol', 'providers', 'docs'],
  ...['bench', 'packaging', 'release', 'tests'],
]

/** Every file of tests in this checkout. */
export const testFiles = (): string[] =>
  globSync(`{${folders.join(',')}}/**/*.test.ts`, { cwd: root }).sort()

/**
 * The files that a command is about. Who names a part of a path gets all that has it: the two commands differ in what they
 * run when nobody says what.
 */
export function chooseFiles(
  files: readonly string[],
  { parts, isFull, isCluster }: Pick<RunOptions, 'parts' | 'isFull' | 'isCluster'>,
): string[] {
  const isNamed = (file: string) => parts.some((part) => file.includes(part))
  const isWanted = (file: string) => (parts.length > 0 ? isNamed(file) : isFull || !isInDepth(file))
  return files.filter((file) => isOfCluster(file) === isCluster && isWanted(file))
}
