import { type Bench, describeFigure, type Figure, isMeasured } from '#bench/support/figure.ts'

/** Figures of a run, and the names of what could not be measured. */
export interface Outcome {
  figures: Figure[]
  unmeasured: string[]
}

/** Runs benchmarks one after the other, and prints each figure. One that throws or has no figure is unmeasured. */
export async function runBenches(
  benches: readonly Bench[],
  run: (bench: Bench) => Promise<Figure[]>,
  print: { line(text: string): void; problem(text: string, error: unknown): void },
): Promise<Outcome> {
  const outcome: Outcome = { figures: [], unmeasured: [] }
  for (const bench of benches) {
    try {
      const figures = await run(bench)
      if (figures.length === 0) throw new Error('it has no figures')
      for (const figure of figures) {
        print.line(describeFigure(figure))
        outcome.figures.push(figure)
        if (!isMeasured(figure)) outcome.unmeasured.push(`${bench.name}: ${figure.name}`)
      }
    } catch (error) {
      print.problem(`${bench.name} could not be measured:`, error)
      outcome.unmeasured.push(bench.name)
    }
  }
  return outcome
}
