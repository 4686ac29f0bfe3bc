import { type CatalogueEntry, catalogue } from './catalogue.ts'

/** Benchmarks of these names in the order of execution, all if there is none; `--quick` has only some. */
export function chooseBenches(
  names: readonly string[],
  isQuick: boolean,
): CatalogueEntry[] | { problem: string } {
  const offered = catalogue.filter((entry) => !isQuick || entry.isQuick)
  const unknown = names.filter((name) => offered.every((entry) => entry.name !== name))
  if (unknown.length > 0) {
    const there = offered.map(({ name }) => name).join(', ')
    const kind = isQuick ? 'quick benchmark' : 'benchmark'
    return { problem: `There is no ${kind} ${unknown.join(', ')}: there are ${there}.` }
  }
  return offered.filter(({ name }) => names.length === 0 || names.includes(name))
}

/** The text of `--help`. */
export function helpText(): string {
  const width = Math.max(...catalogue.map(({ name }) => name.length))
  const total = catalogue.reduce((sum, { minutes }) => sum + minutes, 0)
  const quick = catalogue.filter(({ isQuick }) => isQuick).map(({ name }) => name)
  return `Usage: npm run bench -- [options] [name …]

Measures against references taken in the same run, and lists at the end which budgets are missed.
Without a name, everything: about ${(total / 60).toFixed(1)} hours on two quiet cores.

${catalogue
  .map(
    ({ name, minutes, summary }) =>
      `  ${name.padEnd(width)}  ${`${minutes} min`.padStart(6)}  ${summary}`,
  )
  .join('\n')}

Options:
  --quick      the main ratios in two minutes, with fewer rounds: ${quick.join(', ')}
  --count <n>  repetitions of a campaign, in place of its usual number
  --trace      of push: the time line of one push, for the tracing view of a browser
  --help       this text

Exit code: 0 if all was measured, missed budgets included; 1 if something could not be measured;
2 if the arguments are wrong.
`
}
