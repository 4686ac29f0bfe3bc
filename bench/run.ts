import { parseArgs } from 'node:util'
import { providePackages, testPackages } from '#tests/packages.ts'
import { endOnSignal } from '#tests/runner/end-on-signal.ts'
import { provideBuilds } from '#tests/runner/provide-builds.ts'
import { openRunFolder } from '#tests/runner/run-folder.ts'
import { loadBench } from './runner/catalogue.ts'
import { chooseBenches, helpText } from './runner/choose.ts'
import { conclusionOf } from './runner/conclusion.ts'
import { watchMachine } from './runner/machine-noise.ts'
import { runBenches } from './runner/run-benches.ts'
import type { Bench, BenchOptions } from './support/figure.ts'

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    trace: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(helpText())
  process.exit(0)
}
const options: BenchOptions = values.count === undefined ? {} : { count: Number(values.count) }
if (values.trace) options.trace = true
if (options.count !== undefined && !(Number.isSafeInteger(options.count) && options.count > 0)) {
  console.error(`--count ${values.count}: it is a number of repetitions.`)
  process.exit(2)
}
const entries = chooseBenches(wanted, values.quick)
if ('problem' in entries) {
  console.error(entries.problem)
  process.exit(2)
}
// Before the builds, whose load is not that of others.
const endWatch = watchMachine()
const chosen: Bench[] = []
for (const entry of entries) chosen.push(await loadBench(entry))
const packages = [...testPackages, ...chosen.flatMap((bench) => bench.packages ?? [])]
// A start from the sources, because the bundle is older than they are, would be another figure.
if (!(await providePackages(packages)) || !(await provideBuilds())) process.exit(1)

const place = await openRunFolder()
process.env.TMPDIR = place.folder
endOnSignal(() => place[Symbol.asyncDispose]())

const outcome = await runBenches(
  chosen,
  async (bench) => (values.quick ? ((await bench.runQuickly?.()) ?? []) : bench.run(options)),
  { line: console.log, problem: console.error },
)
await place[Symbol.asyncDispose]()
for (const line of conclusionOf(outcome, endWatch())) console.log(line)
if (outcome.unmeasured.length > 0) process.exitCode = 1
