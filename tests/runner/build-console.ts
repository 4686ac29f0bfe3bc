import { join } from 'node:path'
import { isUpToDate } from '#kit/files/input-record.ts'
import { run } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'

/** Files of tests whose platforms serve the console. */
const withPlatform = /^tests\/(console|scenarios|box)\//
const timeout = 600_000

/** Builds the console once before tests that need it, so that not each of their platforms does; `false` if it fails. */
export async function provideConsole(files: readonly string[]): Promise<boolean> {
  if (!files.some((file) => withPlatform.test(file))) return true
  if (await isUpToDate(root, join(root, 'console/dist/inputs.json'))) return true
  console.log('building the console')
  const program = join(root, 'console/build/build.ts')
  const env = process.env as Record<string, string>
  const { code, stderr } = await run([process.execPath, program], { cwd: root, env, timeout })
  if (code !== 0) console.error(stderr)
  return code === 0
}
