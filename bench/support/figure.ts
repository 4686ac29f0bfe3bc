import type { SystemPackage } from '#kit/packages/system-packages.ts'

/** A measured number and its reference. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** What it is compared with, measured in the same run. */
  reference?: string
  referenceValue?: number
  /** `value` ÷ `referenceValue`. */
  ratio?: number
  /** Upper bound of the ratio, or of the value without a ratio. */
  budget?: number
}

/** Options of the command line. */
export interface BenchOptions {
  /** Repetitions of a campaign, in place of its usual number. */
  count?: number
  /** Write a time line of one run instead of measuring; for benchmarks that can. */
  trace?: boolean
}

/** A benchmark; each file `bench/<name>.ts` has one as its default export. */
export interface Bench {
  name: string
  /** Programs that it needs in addition to those of the tests. */
  packages?: SystemPackage[]
  run(options: BenchOptions): Promise<Figure[]>
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** The tenth percentile. */
export const quietest = (values: readonly number[]) => quantile(values, 0.1)

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

export function isOver({ value, ratio = value, budget = Infinity }: Figure): boolean {
  return !(ratio <= budget)
}

/** One line with name, value, reference, ratio, budget and verdict. */
export function describeFigure(figure: Figure): string {
  const { name, value, unit, reference, referenceValue, ratio, budget } = figure
  const against =
    referenceValue === undefined ? '–' : `${reference} ${amount(referenceValue, unit)}`
  const limit = ratio === undefined ? amount(budget, unit) : times(budget)
  const verdict = budget === undefined ? '' : isOver(figure) ? 'OVER' : 'ok'
  return [
    name.padEnd(44),
    amount(value, unit).padStart(12),
    against.padEnd(36),
    times(ratio).padStart(7),
    `budget ${limit}`.padEnd(16),
    verdict,
  ]
    .join('  ')
    .trimEnd()
}

function amount(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`
}

const times = (ratio: number | undefined) => (ratio === undefined ? '–' : `${ratio.toFixed(2)}×`)
