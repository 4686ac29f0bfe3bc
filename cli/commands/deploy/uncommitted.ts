import type { Git } from '#cli/git/git.ts'

/** The tool's own file, which need not be committed. */
const ownFile = '.berth.json'

/** The changed and new files that no commit has, as Git names them. */
export async function uncommittedFiles(git: Git): Promise<string[]> {
  const { code, stdout } = await git.attempt('status', '--porcelain', '-z', '--no-renames')
  if (code !== 0) return []
  // Two letters and a space come before each name.
  return stdout
    .split('\0')
    .map((entry) => entry.slice(3))
    .filter((name) => name !== '' && name !== ownFile)
}

/** What to say about them; nothing when there are none. */
export function describeUncommitted(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const many = files.length === 1 ? '1 file has changes' : `${files.length} files have changes`
  return [`Warning: ${many} that are not committed, so they are not deployed.`]
}
