import { join } from 'node:path'
import { freshBundle } from '#bundle/fresh-bundle.ts'
import { isUpToDate } from '#kit/files/input-record.ts'
import { run } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'

/** Files of tests that start whole platforms. */
const withPlatform = /^tests\/(console|scenarios|box|support)\//
const timeout = 600_000

/** Whether one of these files of tests needs what `provideBuilds` makes. */
export const needsBuilds = (files: readonly string[]) =>
  files.some((file) => withPlatform.test(file))

/**
 * Builds the console and the bundle of the server once, so that not each platform that is started builds the one, nor loads the
 * server from its sources; `false` if it fails.
 */
export async function provideBuilds(): Promise<boolean> {
  const isConsoleBuilt = await isUpToDate(root, join(root, 'console/dist/inputs.json'))
  return (
    (isConsoleBuilt || (await build('the console', 'console/build/build.ts'))) &&
    (freshBundle() !== undefined ||
      (await build('the bundle of the server', 'server/bundle/build.ts')))
  )
}

async function build(what: string, program: string): Promise<boolean> {
  console.log(`building ${what}`)
  const env = process.env as Record<string, string>
  const command = [process.execPath, join(root, program)] as const
  const { code, stderr } = await run([...command], { cwd: root, env, timeout })
  if (code !== 0) console.error(stderr)
  return code === 0
}
