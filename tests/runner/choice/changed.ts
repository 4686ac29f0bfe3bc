import { run } from '#kit/process/subprocess.ts'
import { root, sourceTree } from '#tests/laws/source-tree.ts'
import { reach } from './reach.ts'

/** Files that differ from the merge base with `main`, committed or not. */
async function changedFiles(): Promise<string[]> {
  const base = (await git('merge-base', 'main', 'HEAD').catch(() => ['HEAD']))[0] ?? 'HEAD'
  const [tracked, untracked] = await Promise.all([
    git('diff', '--name-only', '--no-renames', base),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  return [...new Set([...tracked, ...untracked])].sort()
}

async function git(...args: string[]): Promise<string[]> {
  const env = process.env as Record<string, string>
  const { code, stdout, stderr } = await run(['git', ...args], { cwd: root, env, timeout: 300_000 })
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/** Test files affected by the changes; prints which were selected, and why, and how many of the others could notice them. */
export async function reachedTests(
  tests: readonly string[],
  others: readonly string[],
): Promise<string[]> {
  const changed = await changedFiles()
  const tree = sourceTree()
  const reached = reach(tree, changed, tests)
  console.log(
    `${changed.length} files changed, ${reached.size} of ${tests.length} files of tests can notice:`,
  )
  for (const [test, cause] of reached) console.log(`  ${test} (${cause})`)
  const more = reach(tree, changed, others).size
  if (more > 0) console.log(`and ${more} in depth: npm run test:full -- --changed`)
  return [...reached.keys()]
}
