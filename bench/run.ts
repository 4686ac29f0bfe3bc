import { globSync } from 'node:fs'
import { type Bench, describeFigure, isOver } from '#bench/figure.ts'
import { providePackages, testPackages } from '#tests/packages.ts'

const wanted = process.argv.slice(2)
const benches = await findBenches()
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  const names = benches.map(({ name }) => name).join(', ')
  console.error(`There is no benchmark ${unknown.join(', ')}: there are ${names}.`)
  process.exit(2)
}
const chosen = wanted.length > 0 ? benches.filter(({ name }) => wanted.includes(name)) : benches
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

/** The files of this folder that have a benchmark as their default export. */
async function findBenches(): Promise<Bench[]> {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).sort()
  const own = ['run.ts', 'bare-server.ts']
  const modules = files
    .filter((file) => !own.includes(file) && !file.endsWith('.test.ts'))
    .map((file): Promise<{ default?: Bench }> => import(`./${file}`))
  return (await Promise.all(modules)).flatMap((found) => found.default ?? [])
}
