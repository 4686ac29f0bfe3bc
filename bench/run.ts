import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { providePackages, testPackages } from '#tests/packages.ts'
import { endOnSignal } from '#tests/runner/end-on-signal.ts'
import { provideBuilds } from '#tests/runner/provide-builds.ts'
import { openRunFolder } from '#tests/runner/run-folder.ts'
import { type Bench, type BenchOptions, describeFigure, isOver } from './support/figure.ts'

/** Every benchmark in the order of execution; each is the default export of its file. */
const names = [
  ...[
    'push',
    'rollback',
    'play1',
    'play2',
    'room',
    'rolling',
    'bad-deployments',
    'kills',
    'router-kills',
  ],
  ...['router-replacement', 'large-push', 'idle', 'large-store', 'api', 'listing', 'lookups'],
  ...['marketplace', 'databases', 'sign-on', 'router', 'output-flood', 'footprint', 'invoices'],
  ...['metrics', 'console', 'fuzz'],
  // Of several machines, with PostgreSQL, Docker Swarm and HAProxy.
  ...['two-servers', 'large-database', 'swarm-push'],
].filter((name) => existsSync(fileOf(name)))

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, trace: { type: 'boolean' } },
})
const options: BenchOptions = values.count === undefined ? {} : { count: Number(values.count) }
if (values.trace) options.trace = true
if (options.count !== undefined && !(Number.isSafeInteger(options.count) && options.count > 0)) {
  console.error(`--count ${values.count}: it is a number of repetitions.`)
  process.exit(2)
}
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: there are ${names.join(', ')}.`)
  process.exit(2)
}
const chosen: Bench[] = []
for (const name of names.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  chosen.push((await import(fileOf(name))).default)
}
const packages = [...testPackages, ...chosen.flatMap((bench) => bench.packages ?? [])]
// A start from the sources, because the bundle is older than they are, would be another figure.
if (!(await providePackages(packages)) || !(await provideBuilds())) process.exit(1)

const place = await openRunFolder()
process.env.TMPDIR = place.folder
endOnSignal(() => place[Symbol.asyncDispose]())

let over = 0
let failed = 0
for (const bench of chosen) {
  try {
    for (const figure of await bench.run(options)) {
      console.log(describeFigure(figure))
      if (isOver(figure)) over++
    }
  } catch (error) {
    console.error(`${bench.name} could not be measured:`, error)
    failed++
    process.exitCode = 1
  }
}
await place[Symbol.asyncDispose]()
const isKept = over === 0 && failed === 0
console.log(
  isKept ? 'every budget is kept' : `${over} over budget, ${failed} could not be measured`,
)

/** `<name>.ts`, among the campaigns or those of a cluster, or in a folder of its own if it has more than one file. */
function fileOf(name: string): string {
  const places = [`${name}.ts`, `campaigns/${name}.ts`, `cluster/${name}.ts`, `${name}/${name}.ts`]
  const paths = places.map((place) => join(import.meta.dirname, place))
  return paths.find((path) => existsSync(path)) ?? join(import.meta.dirname, `${name}.ts`)
}
