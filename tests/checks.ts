import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'
import { runTimed } from '#tests/runner/timed-process.ts'
import { cacheFolder } from './test-file.ts'

/** A tool that checks the code. */
export interface Check {
  name: string
  command: [string, ...string[]]
}

const tool = (name: string) => join(root, 'node_modules/.bin', name)

/**
 * Checks the types of a project, again only of what has changed since the last time. Several checkers at once would each find out
 * the types that all files use: four take twice the processor time of one, and on two processors no less time.
 */
const types = (name: string, project: string): Check => ({
  name,
  command: [
    tool('tsc'),
    ...['--project', join(root, project), '--checkers', '1', '--incremental'],
    ...['--tsBuildInfoFile', join(cacheFolder, `${name.replaceAll(' ', '-')}.tsbuildinfo`)],
  ],
})

export const codeChecks: Check[] = [
  types('types', 'tsconfig.json'),
  types('types of the console', 'console/tsconfig.json'),
  // The CLI that a platform serves runs on Node 20, which lacks newer language features.
  types('types of the tool', 'cli/tsconfig.node20.json'),
  { name: 'style', command: [tool('biome'), 'check', root] },
]

/** The laws are tests as well, so a test run does not need this check. */
export const lawChecks: Check[] = globSync(['tests/laws/*.test.ts', 'tests/laws/prose/*.test.ts'], {
  cwd: root,
  // They kill servers for a minute, and do not check the form of the code.
  exclude: ['tests/laws/**/*.full.test.ts'],
}).map((file) => ({ name: file, command: [process.execPath, file] }))

/** Runs the checks, one per CPU at a time, prints the problems, and returns the names of the failed checks and the CPU milliseconds of all. */
export async function runChecks(checks: Check[]): Promise<{ failed: string[]; cpu: number }> {
  const waiting = checks.values()
  const failed: string[] = []
  let total = 0
  const work = async () => {
    for (const { name, command } of waiting) {
      const {
        code,
        output,
        cpu = 0,
      } = await runTimed(command, {
        cwd: root,
        env: process.env,
        timeout: 900_000,
      })
      total += cpu
      if (code === 0) continue
      console.error(`✖ ${name}\n${output}`)
      failed.push(name)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { failed, cpu: total }
}
