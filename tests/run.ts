import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { root } from '#tests/laws/source-tree.ts'
import { codeChecks, failedChecks } from './checks.ts'
import { providePackages, testPackages } from './packages.ts'
import { noTotals, type Outcome, runTestFile, stopTestFiles, type Totals } from './test-file.ts'
import { longestFirst, startsPlatforms } from './test-order.ts'

const start = performance.now()
const wanted = process.argv.slice(2)
const files = globSync('{server,kit,client,cli,protocol,providers,bench,tests}/**/*.test.ts', {
  cwd: root,
})
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopTestFiles()
    process.exit(130)
  })
}

if (!(await providePackages(testPackages))) process.exit(1)
const failed = wanted.length === 0 ? await failedChecks(codeChecks) : []
conclude(await runAll(files))

/**
 * Runs the files and prints how each ended. Whole platforms wait half of the time, for a package manager or another process,
 * so other files run beside them.
 */
async function runAll(all: string[]): Promise<Outcome[]> {
  const platforms = longestFirst(all.filter(startsPlatforms))
  const others = all.filter((file) => !startsPlatforms(file))
  const done: Outcome[] = []
  const work = async (...queues: Iterable<string>[]) => {
    for (const queue of queues) {
      for (const file of queue) {
        const outcome = await runTestFile(file, startsPlatforms(file) ? 600_000 : 300_000)
        print(outcome)
        done.push(outcome)
      }
    }
  }
  const [ofPlatforms, ofOthers] = [platforms.values(), others.values()]
  const cores = availableParallelism()
  await Promise.all([
    ...Array.from({ length: 2 }, () => work(ofPlatforms, ofOthers)),
    ...Array.from({ length: cores }, () => work(ofOthers, ofPlatforms)),
  ])
  return done
}

function print({ file, totals, milliseconds, remarks, output }: Outcome): void {
  const seconds = (milliseconds / 1000).toFixed(1)
  console.log(`${output === undefined ? '✔' : '✖'} ${file}: ${totals.tests} tests, ${seconds} s`)
  for (const line of output?.trimEnd().split('\n') ?? remarks) console.log(`    ${line}`)
}

/** The same closing lines as Node's own runner, over all files. */
function conclude(all: Outcome[]): void {
  const totals = { ...noTotals }
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    for (const outcome of all) totals[name] += outcome.totals[name]
  }
  for (const { file } of all.filter(({ output }) => output !== undefined)) console.log(`✖ ${file}`)
  for (const name of failed) console.log(`✖ check of ${name}`)
  if (all.length === 0) console.log('✖ no file of tests has such a name')
  for (const [name, count] of Object.entries(totals)) console.log(`# ${name} ${count}`)
  console.log(`# duration_ms ${Math.round(performance.now() - start)}`)
  const bad = totals.fail + totals.cancelled + failed.length
  process.exitCode = bad === 0 && all.length > 0 ? 0 : 1
}
