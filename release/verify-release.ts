import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runIn } from './build-artefacts.ts'
import { checksumsOf, differences, readChecksums } from './checksums.ts'
import { gitIn } from './project.ts'
import { ReleaseError } from './release-error.ts'

export interface VerifyOptions {
  /** A clone that has the commit. */
  root: string
  /** The artefacts. */
  folder: string
  say(line: string): void
  /** Builds the artefacts of a fresh checkout. */
  build?: (tree: string, folder: string) => Promise<void>
}

/** Builds the commit that the artefacts name again, beside the clone, and compares the checksums of all files. */
export async function verifyRelease(options: VerifyOptions): Promise<void> {
  const { root, folder, say, build = buildAsItself } = options
  const expected = await readChecksums(folder)
  require(differences(expected, await checksumsOf(folder), folder))
  const { version, commit } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  if (typeof commit !== 'string' || !/^[0-9a-f]{40,64}$/.test(commit))
    throw new ReleaseError([`release.json in ${folder} names no commit.`])
  say(`Building ${version} again from ${commit}.`)
  const git = gitIn(root)
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'berth-verify-'))
  const tree = join(scratch.path, 'tree')
  const rebuilt = join(scratch.path, 'dist')
  await git('worktree', 'add', '--quiet', '--detach', tree, commit)
  try {
    await build(tree, rebuilt)
    require(differences(expected, await checksumsOf(rebuilt), 'the new build'))
  } finally {
    await git('worktree', 'remove', '--force', tree)
  }
  say(`The ${expected.size} files are what this commit builds.`)
}

function require(problems: readonly string[]): void {
  if (problems.length > 0) throw new ReleaseError(problems)
}

/** By the tools of that commit: those of today may build another thing. */
async function buildAsItself(tree: string, folder: string): Promise<void> {
  await runIn(tree, ['npm', 'ci', '--no-audit', '--no-fund'])
  await runIn(tree, ['npm', 'run', 'release', '--', '--build', folder])
}
