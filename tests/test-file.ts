import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'
import { runTimed } from '#tests/runner/timed-process.ts'

/** Number of tests by result. */
export interface Totals {
  tests: number
  suites: number
  pass: number
  fail: number
  cancelled: number
  skipped: number
  todo: number
}

export interface Outcome {
  file: string
  totals: Totals
  milliseconds: number
  /** CPU milliseconds; `undefined` if unknown. */
  cpu: number | undefined
  /** Diagnostics printed by a test. */
  remarks: string[]
  /** All output; absent if everything passed. */
  output?: string
}

export const noTotals: Totals = {
  tests: 0,
  suites: 0,
  pass: 0,
  fail: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
}

/**
 * Compile cache shared by all test files and the programs they start: loading a server then costs a third of the CPU
 * time.
 */
export const cacheFolder = join(root, 'node_modules/.cache/tests')

/** Loaded by every test process before its tests. */
export const testHooks = join(import.meta.dirname, 'runner/test-hooks.ts')

/** Environment of a test process. */
export function testEnvironment(): NodeJS.ProcessEnv {
  // Set if the runner itself is run by a test; it would change the output format.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  return { ...inherited, NODE_COMPILE_CACHE: cacheFolder }
}

/** Runs one test file in its own process group, which is killed as a whole at the timeout. */
export async function runTestFile(
  file: string,
  timeout: number,
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const limit = `--test-timeout=${Math.round(timeout * 0.8)}`
  const ran = await runTimed(
    [process.execPath, `--import=${testHooks}`, limit, '--test-reporter=spec', file],
    { cwd: root, env: { ...testEnvironment(), ...environment }, timeout },
  )
  const { code, hasTimedOut, milliseconds, cpu } = ran
  const late = `\n${file} did not end within ${timeout / 1000} s: a test or a handle is left open\n`
  const output = hasTimedOut ? ran.output + late : ran.output
  return { ...outcomeOf(file, output, code === 0 && !hasTimedOut, milliseconds), cpu }
}

/** Parses the summary of the reporter. A file that fails without a failed test counts as one failed test. */
export function outcomeOf(
  file: string,
  output: string,
  hasExitedWell: boolean,
  milliseconds: number,
): Outcome {
  // A hook after all tests that fails is listed, but Node still exits with 0.
  const ok = hasExitedWell && !output.includes('\n✖ failing tests:\n')
  const totals = { ...noTotals }
  const remarks: string[] = []
  for (const line of output.split('\n')) {
    const remark = /^ *ℹ (.*)$/.exec(line)?.[1]
    const [, name = '', count] = /^(\w+) ([\d.]+)$/.exec(remark ?? '') ?? []
    if (Object.hasOwn(totals, name)) totals[name as keyof Totals] = Number(count)
    else if (remark !== undefined && name !== 'duration_ms') remarks.push(remark)
  }
  if (!ok && totals.fail + totals.cancelled === 0) {
    totals.tests++
    totals.fail++
  }
  const outcome = { file, totals, milliseconds, cpu: undefined, remarks }
  return ok ? outcome : { ...outcome, output }
}
