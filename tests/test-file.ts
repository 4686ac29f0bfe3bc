import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sleep } from '#kit/concurrency/timeout.ts'
import { root } from '#tests/laws/source-tree.ts'

/** How many tests there were, and how many of them ended how. */
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
  /** Remarks that a test printed for people. */
  remarks: string[]
  /** All that was printed; absent when everything passed. */
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

/** Shared by all files and the servers and tools that they start: loading a server then costs a third of the processor time. */
const compileCache = join(root, 'node_modules/.cache/tests')

const running = new Set<number>()

/** Runs one file of tests in a process group of its own, which is killed as a whole at the timeout. */
export async function runTestFile(file: string, timeout: number): Promise<Outcome> {
  const start = performance.now()
  const args = [`--test-timeout=${Math.round(timeout * 0.8)}`, '--test-reporter=spec', file]
  // Set where we are ourselves run by a test: it would change what the file prints.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...inherited, NODE_COMPILE_CACHE: compileCache },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  running.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let hung = false
  const timer = setTimeout(() => {
    hung = true
    killGroup(pid)
  }, timeout)
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  running.delete(pid)
  killGroup(pid)
  await Promise.race([closed, sleep(1000)])
  if (hung)
    output += `\n${file} did not end within ${timeout / 1000} s: a test or a handle is left open\n`
  return outcomeOf(file, output, code === 0 && !hung, performance.now() - start)
}

/** Ends every test file that is running. */
export function stopTestFiles(): void {
  for (const pid of running) killGroup(pid)
}

function killGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty: nothing was left.
  }
}

/** Reads the closing lines of the reporter. A file that fails without saying so counts as one failed test. */
export function outcomeOf(
  file: string,
  output: string,
  ok: boolean,
  milliseconds: number,
): Outcome {
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
  const outcome = { file, totals, milliseconds, remarks }
  return ok ? outcome : { ...outcome, output }
}
