import type { SystemPackage } from '#kit/packages/system-packages.ts'

/** A measured number and its reference. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** Number of observations behind it. A count of what should not happen needs it: without any observation it would be 0 too. */
  samples?: number
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

/** A benchmark: the default export of its file, which `bench/runner/catalogue.ts` lists. */
export interface Bench {
  name: string
  /** Programs that it needs in addition to those of the tests. */
  packages?: SystemPackage[]
  run(options: BenchOptions): Promise<Figure[]>
  /** Its main ratio alone, in half a minute. */
  runQuickly?(): Promise<Figure[]>
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** The tenth percentile. */
export const quietest = (values: readonly number[]) => quantile(values, 0.1)

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

/** Whether there is a number at all: not of an empty list, and 0 only where something was observed. */
export function isMeasured({ value, referenceValue, ratio, samples }: Figure): boolean {
  const numbers = [value, referenceValue, ratio, samples].filter((each) => each !== undefined)
  if (!numbers.every(Number.isFinite) || referenceValue === 0) return false
  return samples === undefined ? value !== 0 : samples > 0
}

/** Whether it was measured and is above its budget. */
export function isOver(figure: Figure): boolean {
  const { value, ratio = value, budget = Infinity } = figure
  return isMeasured(figure) && ratio > budget
}

/** One line with name, value, reference, ratio, budget and verdict. */
export function describeFigure(figure: Figure): string {
  const { name, value, unit, reference, referenceValue, ratio } = figure
  const against =
    referenceValue === undefined ? '–' : `${reference} ${amount(referenceValue, unit)}`
  return [
    name.padEnd(44),
    amount(value, unit).padStart(12),
    against.padEnd(36),
    times(ratio).padStart(7),
    `budget ${budgetOf(figure)}`.padEnd(16),
    verdictOf(figure),
  ]
    .join('  ')
    .trimEnd()
}

/** What is held against its budget, and the budget. */
export function describeMiss(figure: Figure): string {
  const { name, value, unit, ratio, reference } = figure
  const compared =
    ratio === undefined
      ? `${name}: ${amount(value, unit)}`
      : `${name} ÷ ${reference}: ${times(ratio)}`
  return `${compared}, goal ${budgetOf(figure)}`
}

const budgetOf = ({ ratio, unit, budget }: Figure) =>
  ratio === undefined ? amount(budget, unit) : times(budget)

function verdictOf(figure: Figure): string {
  if (!isMeasured(figure)) return 'NOT MEASURED'
  if (figure.budget === undefined) return ''
  return isOver(figure) ? 'OVER' : 'ok'
}

function amount(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`.trimEnd()
}

const times = (ratio: number | undefined) => (ratio === undefined ? '–' : `${ratio.toFixed(2)}×`)
