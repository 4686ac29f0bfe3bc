import type { SystemPackage } from '#kit/packages/system-packages.ts'

/** One measured number, beside what it is compared with. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** What was measured in the same run to compare with. */
  reference?: string
  referenceValue?: number
  /** `value` ÷ `referenceValue`. */
  ratio?: number
  /** The most that the ratio may be, or the value where there is no ratio. */
  budget?: number
}

/** A benchmark; each file `bench/<name>.ts` has one as its default export. */
export interface Bench {
  name: string
  /** Programs that it needs besides those of the tests. */
  packages?: SystemPackage[]
  run(): Promise<Figure[]>
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** The value that a tenth of them stay below. */
export const quietest = (values: readonly number[]) => quantile(values, 0.1)

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

export function isOver({ value, ratio = value, budget = Infinity }: Figure): boolean {
  return !(ratio <= budget)
}

/** Name, value, reference, ratio, budget, and whether it was kept, in one line. */
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
