import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'
import { noTotals, type Outcome, testEnvironment, testHooks } from '#tests/test-file.ts'
import type { BatchEvent } from './batch-reporter.ts'
import { runTimed } from './timed-process.ts'

/** State of the process is for all of its files; others say so in a comment. */
const needsOwnProcess =
  /process\.(env\.\w+ =|chdir|exit\(|on\(|once\(|umask)|mock\.timers|syncBuiltinESMExports|exitCode|^\/\/ Needs a process of its own|\bSIGINT\b|process\.(emit|kill)/m

/** What awaits while it is loaded cannot be loaded within the suite of its file. */
const awaitsAtTop = /^(const|let|export const) .*= await |^(await|for await) /m

/** Whether a file's tests can share a process with other files: it changes no state of the process. */
export const canShareProcess = (text: string): boolean =>
  !needsOwnProcess.test(text) && !awaitsAtTop.test(text)

export interface BatchResult {
  /** Results of the files whose tests have all ended. */
  outcomes: Outcome[]
  /** Files to run alone, because the process exited before them or their result is unknown. */
  unfinished: string[]
  /** Whether the process crashed, hung, or exited with a code that no test explains. */
  isBroken: boolean
  /** All output. */
  output: string
}

const main = join(import.meta.dirname, 'batch-main.ts')
const reporter = join(import.meta.dirname, 'batch-reporter.ts')

/** Runs several test files in one process, because importing their shared code costs more than most of them. */
export async function runBatch(files: string[], timeout: number): Promise<BatchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-batch-'))
  const report = join(folder, 'report')
  try {
    const ran = await runTimed(
      [
        process.execPath,
        `--import=${testHooks}`,
        `--test-timeout=${Math.round(timeout * 0.8)}`,
        `--test-reporter=spec`,
        '--test-reporter-destination=stdout',
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${report}`,
        main,
        ...files,
      ],
      { cwd: root, env: testEnvironment(), timeout },
    )
    const events = parse(await readFile(report, 'utf8').catch(() => ''))
    const hasEnded = !ran.hasTimedOut && events.some(({ kind }) => kind === 'end')
    const { output, cpu, code } = ran
    return { ...sortOut(files, events, { hasEnded, isOk: code === 0, cpu }), output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A killed process may leave an incomplete line. */
const parse = (report: string): BatchEvent[] =>
  report
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

interface BatchEnd {
  /** Whether every test has ended, and then the process. */
  hasEnded: boolean
  isOk: boolean
  cpu: number | undefined
}

/** Separates finished files from those to run alone. */
export function sortOut(
  files: string[],
  events: BatchEvent[],
  { hasEnded, isOk, cpu }: BatchEnd,
): Omit<BatchResult, 'output'> {
  const all = files.map((file) => outcomeIn(file, events))
  const hasFailed = ({ output }: Outcome) => output !== undefined
  // An exit code that no failed test explains counts as a failure.
  const isBroken = !hasEnded || !(isOk || all.some(hasFailed))
  const isDone = (outcome: Outcome) => hasFailed(outcome) || (!isBroken && outcome.totals.tests > 0)
  const known = all.reduce((sum, outcome) => sum + (outcome.cpu ?? 0), 0)
  const loading = cpu === undefined ? 0 : Math.max(0, cpu - known) / files.length
  return {
    isBroken,
    outcomes: all
      .filter(isDone)
      .map((outcome) => ({ ...outcome, cpu: (outcome.cpu ?? 0) + loading })),
    unfinished: all.filter((outcome) => !isDone(outcome)).map(({ file }) => file),
  }
}

function outcomeIn(file: string, events: BatchEvent[]): Outcome {
  const totals = { ...noTotals }
  const [outputs, remarks]: [string[], string[]] = [[], []]
  let [milliseconds, cpu] = [0, 0]
  for (const event of events) {
    if (event.kind === 'end' || event.file !== file) continue
    if (event.kind === 'remark') {
      remarks.push(event.text)
      continue
    }
    if (event.output !== undefined) outputs.push(event.output)
    if (event.kind === 'file') {
      milliseconds = event.milliseconds
      cpu = event.cpu
    } else if (event.isSuite) totals.suites++
    else {
      totals.tests++
      totals[event.outcome]++
    }
  }
  // A suite whose hook failed has no failed test.
  if (outputs.length > 0 && totals.fail + totals.cancelled === 0) {
    totals.tests++
    totals.fail++
  }
  const outcome = { file, totals, milliseconds, cpu, remarks }
  return outputs.length === 0 ? outcome : { ...outcome, output: outputs.join('\n') }
}
