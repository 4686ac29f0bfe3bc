import type { Git } from '#git/git.ts'

const timeout = 60_000
/** What a pointer has in the place of the content of its file. */
const lines = ['^version https://git-lfs\\.github\\.com/spec/v1$', '^oid sha256:[0-9a-f]{64}$']

/** Paths of a commit whose content is a pointer of Git LFS. */
export async function listLfsPointers(
  git: Git,
  repository: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const patterns = lines.flatMap((line) => ['-e', line])
  const args = ['grep', '-l', '-z', '-I', '-E', '--all-match', ...patterns, commit, '--']
  const { stdout } = await git.run([`--git-dir=${repository}`, ...args], {
    repository,
    timeout,
    signal,
  })
  const named = stdout.slice(0, stdout.lastIndexOf('\0') + 1).split('\0')
  return named.flatMap((name) => (name === '' ? [] : [name.slice(commit.length + 1)]))
}
