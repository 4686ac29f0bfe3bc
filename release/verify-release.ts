import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Checksums, checksumsOf } from '#kit/files/checksums.ts'
import { type PackageOptions, runIn, wordsOf } from './build-artefacts.ts'
import { compareImageFiles, type ImageComparison, isImage } from './compare-images.ts'
import { differences } from './differences.ts'
import { gitIn, hasCommit } from './project.ts'
import type { Published } from './published.ts'
import { ReleaseError } from './release-error.ts'

export interface VerifyOptions {
  /** A clone that has the commit. */
  root: string
  published: Published
  say(line: string): void
  packages?: PackageOptions
  /** Builds the artefacts of a fresh checkout. */
  build?: (tree: string, folder: string) => Promise<void>
}

/** Builds the commit of a release again, beside the clone, and compares the checksums of all files. */
export async function verifyRelease(options: VerifyOptions): Promise<void> {
  const { root, published, say, packages = {}, build = buildAsItself(packages) } = options
  const { version, commit } = published
  say(`Building ${version} again from ${commit}.`)
  const git = gitIn(root)
  if (!(await hasCommit(root, commit)))
    throw new ReleaseError([`${root} has no commit ${commit}: fetch it, with git fetch --tags.`])
  const expected = expectedOf(published.sums, packages)
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'berth-verify-'))
  const tree = join(scratch.path, 'tree')
  const rebuilt = join(scratch.path, 'dist')
  await git('worktree', 'add', '--quiet', '--detach', tree, commit)
  try {
    await build(tree, rebuilt)
    const { problems, remarks } = await compareWith(published, expected, rebuilt)
    for (const remark of remarks) say(remark)
    if (problems.length > 0) throw new ReleaseError(problems)
    const same = remarks.length === 0 ? '' : ', but for what is said above'
    say(`The ${expected.size} files are what this commit builds${same}.`)
  } finally {
    await git('worktree', 'remove', '--force', tree)
  }
}

/** The files that are built again. */
const expectedOf = (sums: Checksums, { hasImages = true }: PackageOptions): Checksums =>
  hasImages ? sums : without(sums, [...sums.keys()].filter(isImage))

async function compareWith(
  { folder }: Published,
  expected: Checksums,
  rebuilt: string,
): Promise<ImageComparison> {
  const found = await checksumsOf(rebuilt)
  const changed = [...expected.keys()].filter(
    (name) => isImage(name) && found.has(name) && found.get(name) !== expected.get(name),
  )
  const problems = differences(without(expected, changed), without(found, changed), 'the new build')
  const images = changed.map((name) =>
    folder === undefined
      ? onlyChecksum(name)
      : compareImageFiles(name, join(folder, name), join(rebuilt, name)),
  )
  const compared = await Promise.all(images)
  return {
    problems: [...problems, ...compared.flatMap((each) => each.problems)],
    remarks: compared.flatMap((each) => each.remarks),
  }
}

/** The lowest layer of an image changes with the packages of Debian, which its checksum does not tell. */
const onlyChecksum = (name: string): ImageComparison => ({
  problems: [],
  remarks: [
    `${name} differs, as it does once Debian's packages have changed: --verify FOLDER, with the file in it, compares all else in it.`,
  ],
})

const without = (sums: Checksums, names: readonly string[]): Checksums =>
  new Map([...sums].filter(([name]) => !names.includes(name)))

/** By the tools of that commit: those of today may build another thing. */
const buildAsItself =
  (packages: PackageOptions) =>
  async (tree: string, folder: string): Promise<void> => {
    await runIn(tree, ['npm', 'ci', '--no-audit', '--no-fund'])
    await runIn(tree, ['npm', 'run', 'release', '--', '--build', folder, ...wordsOf(packages)])
  }
