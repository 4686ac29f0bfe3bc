import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { providePackages, testPackages } from '#tests/packages.ts'
import { type Bench, describeFigure, isOver } from './support/figure.ts'

/** Every benchmark in the order of execution; each is the default export of its file. */
const names = [
  ...['push', 'room', 'rolling', 'idle', 'api', 'lookups'],
  ...['marketplace', 'databases', 'sign-on', 'router', 'output-flood', 'footprint'],
].filter((name) => existsSync(fileOf(name)))

const wanted = process.argv.slice(2)
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
if (!(await providePackages(packages))) process.exit(1)

let over = 0
for (const bench of chosen) {
  try {
    for (const figure of await bench.run()) {
      console.log(describeFigure(figure))
      if (isOver(figure)) over++
    }
  } catch (error) {
    console.error(`${bench.name} could not be measured:`, error)
    process.exitCode = 1
  }
}
console.log(over === 0 ? 'every budget is kept' : `${over} over budget`)

function fileOf(name: string): string {
  return join(import.meta.dirname, `${name}.ts`)
}
