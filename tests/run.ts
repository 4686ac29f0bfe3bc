import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'
import { reachedTests } from '#tests/runner/changed.ts'
import { endOnSignal } from '#tests/runner/end-on-signal.ts'
import { runOptions } from '#tests/runner/options.ts'
import { needsBuilds, provideBuilds } from '#tests/runner/provide-builds.ts'
import { runFiles } from '#tests/runner/run-files.ts'
import { openRunFolder } from '#tests/runner/run-folder.ts'
import { openTemporaryDisk } from '#tests/runner/temporary-disk.ts'
import { stopProcesses } from '#tests/runner/timed-process.ts'
import { keepTimings, readTimings } from '#tests/runner/timings.ts'
import { takeOwnHome } from '#tests/support/home/own-home.ts'
import { askForRegistry } from '#tests/support/known-registry.ts'
import { PlatformPool } from '#tests/support/platform/pool/platform-pool.ts'
import { codeChecks, failedChecks } from './checks.ts'
import { clusterPackages, providePackages, provideS3Server, testPackages } from './packages.ts'
import { noTotals, type Outcome, type Totals } from './test-file.ts'

const start = performance.now()
const excerptLines = 40
const { parts, isCluster, changed, slowest } = runOptions(process.argv.slice(2))
const all = globSync(
  '{server,kit,client,cli,console,protocol,providers,bench,tests}/**/*.test.ts',
  {
    cwd: root,
  },
)
  .filter((file) => file.startsWith('tests/cluster/') === isCluster)
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .sort()
const files = changed ? await reachedTests(all) : all
const packages = isCluster ? [...testPackages, ...clusterPackages] : testPackages
if (!(await providePackages(packages))) process.exit(1)
if (needsBuilds(files) && !(await provideBuilds())) process.exit(1)
if (isCluster && !(await provideS3Server())) process.exit(1)
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

const failed = parts.length === 0 && !isCluster ? await failedChecks(codeChecks) : []
const outcomes: Outcome[] = []
try {
  await runFiles(files, { timings: readTimings(), pool }, (outcome) => {
    print(outcome)
    outcomes.push(outcome)
  })
} finally {
  await pool[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
}
keepTimings(outcomes)
conclude()

function print(outcome: Outcome): void {
  const { file, totals, remarks, output } = outcome
  console.log(
    `${output === undefined ? '✔' : '✖'} ${file}: ${totals.tests} tests, ${timesOf(outcome)}`,
  )
  for (const line of output?.trimEnd().split('\n') ?? remarks) console.log(`    ${line}`)
}

function timesOf({ milliseconds, cpu }: Outcome): string {
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  return seconds(milliseconds) + (cpu === undefined ? '' : ` (CPU ${seconds(cpu)})`)
}

/** Prints the same summary as Node's test runner, over all files. */
function conclude(): void {
  const totals = { ...noTotals }
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    for (const outcome of outcomes) totals[name] += outcome.totals[name]
  }
  const byCpu = outcomes.toSorted((one, other) => (other.cpu ?? 0) - (one.cpu ?? 0))
  for (const outcome of byCpu.slice(0, slowest))
    console.log(`  ${outcome.file}: ${timesOf(outcome)}`)
  const cpu = outcomes.reduce((sum, outcome) => sum + (outcome.cpu ?? 0), 0)
  const bad = outcomes.filter(({ output }) => output !== undefined)
  for (const { file, output = '' } of bad) {
    console.log(`✖ ${file}`)
    for (const line of excerpt(output)) console.log(`    ${line}`)
  }
  for (const name of failed) console.log(`✖ check of ${name}`)
  const hasNothing = outcomes.length === 0 && !changed
  if (hasNothing) console.log('✖ no file of tests has such a name')
  for (const [name, count] of Object.entries(totals)) console.log(`# ${name} ${count}`)
  const { platforms, leases } = pool.use
  if (leases > 0) console.log(`# platforms ${platforms} for ${leases} files`)
  console.log(`# cpu_ms ${Math.round(cpu)}`)
  console.log(`# duration_ms ${Math.round(performance.now() - start)}`)
  const failures = totals.fail + totals.cancelled + failed.length + bad.length
  process.exitCode = failures === 0 && !hasNothing ? 0 : 1
}

/** The first failed tests of a file, which are often why others fail: a reader of the last lines alone learns what has failed. */
function excerpt(output: string): string[] {
  const lines = output.trimEnd().split('\n')
  const summary = lines.findIndex((line) => line.includes('failing tests:'))
  const first = summary < 0 ? lines.findIndex((line) => line.startsWith('✖')) : summary
  return lines.slice(first < 0 ? -excerptLines : first).slice(0, excerptLines)
}
