import { join } from 'node:path'
import { reachedTests } from '#tests/runner/choice/changed.ts'
import { chooseFiles, isInDepth, testFiles } from '#tests/runner/choice/choose-files.ts'
import { endOnSignal } from '#tests/runner/end-on-signal.ts'
import { runOptions } from '#tests/runner/options.ts'
import { Progress } from '#tests/runner/progress.ts'
import { ProgressLine } from '#tests/runner/progress-line.ts'
import { needsBuilds, provideBuilds } from '#tests/runner/provide-builds.ts'
import { runFiles, workersFor } from '#tests/runner/run-files.ts'
import { openRunFolder } from '#tests/runner/run-folder.ts'
import { openTemporaryDisk } from '#tests/runner/temporary-disk.ts'
import { stopProcesses } from '#tests/runner/timed-process.ts'
import { keepTimings, readTimings } from '#tests/runner/timings.ts'
import { takeOwnHome } from '#tests/support/home/own-home.ts'
import { askForRegistry } from '#tests/support/known-registry.ts'
import { PlatformPool } from '#tests/support/platform/pool/platform-pool.ts'
import { codeChecks, runChecks } from './checks.ts'
import {
  clusterPackages,
  needsS3Server,
  providePackages,
  provideS3Server,
  testPackages,
} from './packages.ts'
import { noTotals, type Outcome, type Totals } from './test-file.ts'

const start = performance.now()
const excerptLines = 40
const options = runOptions(process.argv.slice(2))
const { parts, isCluster, changed, slowest } = options
const chosen = chooseFiles(testFiles(), options)
const files = changed ? await reachedTests(chosen, notChosen(chosen)) : chosen
const packages = isCluster ? [...testPackages, ...clusterPackages] : testPackages
if (!(await providePackages(packages))) process.exit(1)
if (needsBuilds(files) && !(await provideBuilds())) process.exit(1)
if ((isCluster || needsS3Server(files)) && !(await provideS3Server())) process.exit(1)
// Machines of a cluster keep whole images, for which it may be too small.
const disk = isCluster ? undefined : await openTemporaryDisk()
const place = disk ?? (await openRunFolder())
process.env.TMPDIR = place.folder
endOnSignal(async () => {
  stopProcesses()
  await place[Symbol.asyncDispose]()
})
await askForRegistry()
takeOwnHome(join(place.folder, 'home'))
const pool = await PlatformPool.open()

const checks =
  parts.length === 0 && !isCluster ? await runChecks(codeChecks) : { failed: [], cpu: 0 }
const outcomes: Outcome[] = []
const timings = readTimings()
const { processors, besides } = workersFor(files)
const workers = processors + besides
const progress = new Progress(files, { timings, workers, now: () => performance.now() })
try {
  using line = new ProgressLine(() => progress.describe(new Date()))
  await runFiles(
    files,
    { timings, pool },
    {
      onStart: (started) => progress.started(started),
      onOutcome(outcome) {
        progress.ended(outcome.file, outcome.output === undefined)
        line.print(report(outcome))
        outcomes.push(outcome)
      },
    },
  )
} finally {
  await pool[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
}
keepTimings(outcomes)
conclude()

/** Files in depth that this command leaves out, though a change may concern them. */
function notChosen(chosen: readonly string[]): string[] {
  const all = chooseFiles(testFiles(), { ...options, isFull: true })
  return all.filter((file) => isInDepth(file) && !chosen.includes(file))
}

function report(outcome: Outcome): string {
  const { file, totals, remarks, output } = outcome
  const mark = output === undefined ? '✔' : '✖'
  const lines = output?.trimEnd().split('\n') ?? remarks
  const first = `${mark} ${file}: ${totals.tests} tests, ${timesOf(outcome)}`
  return [first, ...lines.map((line) => `    ${line}`)].join('\n')
}

function timesOf({ milliseconds, cpu }: Outcome): string {
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  return seconds(milliseconds) + (cpu === undefined ? '' : ` (CPU ${seconds(cpu)})`)
}

/** Prints the slowest files, then the same summary as Node's test runner, over all files. */
function conclude(): void {
  const totals = { ...noTotals }
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    for (const outcome of outcomes) totals[name] += outcome.totals[name]
  }
  const byCpu = outcomes.toSorted((one, other) => (other.cpu ?? 0) - (one.cpu ?? 0))
  // A reader of fewer has just seen them.
  const listed = outcomes.length > slowest ? byCpu.slice(0, slowest) : []
  if (listed.length > 0) console.log(`The ${listed.length} that took most processor time:`)
  for (const outcome of listed) console.log(`  ${outcome.file}: ${timesOf(outcome)}`)
  const cpu = outcomes.reduce((sum, outcome) => sum + (outcome.cpu ?? 0), checks.cpu)
  const bad = outcomes.filter(({ output }) => output !== undefined)
  for (const { file, output = '' } of bad) {
    console.log(`✖ ${file}`)
    for (const line of excerpt(output)) console.log(`    ${line}`)
  }
  for (const name of checks.failed) console.log(`✖ check of ${name}`)
  const hasNothing = outcomes.length === 0 && !changed
  if (hasNothing) console.log('✖ no file of tests has such a name')
  for (const [name, count] of Object.entries(totals)) console.log(`# ${name} ${count}`)
  const { platforms, leases } = pool.use
  if (leases > 0) console.log(`# platforms ${platforms} for ${leases} files`)
  console.log(`# cpu_ms ${Math.round(cpu)}`)
  console.log(`# duration_ms ${Math.round(performance.now() - start)}`)
  const failures = totals.fail + totals.cancelled + checks.failed.length + bad.length
  process.exitCode = failures === 0 && !hasNothing ? 0 : 1
}

/** The first failed tests of a file, which are often why others fail: a reader of the last lines alone learns what has failed. */
function excerpt(output: string): string[] {
  const lines = output.trimEnd().split('\n')
  const summary = lines.findIndex((line) => line.includes('failing tests:'))
  const first = summary < 0 ? lines.findIndex((line) => line.startsWith('✖')) : summary
  return lines.slice(first < 0 ? -excerptLines : first).slice(0, excerptLines)
}
