import { describeMiss, isOver } from '#bench/support/figure.ts'
import type { MachineNoise } from './machine-noise.ts'
import type { Outcome } from './run-benches.ts'

/** The last lines of a run: missed budgets, what was not measured, and how quiet the machine was. */
export function conclusionOf({ figures, unmeasured }: Outcome, noise: MachineNoise): string[] {
  const missed = figures.filter(isOver)
  const isKept = missed.length === 0 && unmeasured.length === 0
  const { load, processors, stolen } = noise
  return [
    ...(isKept ? ['every budget is kept'] : []),
    ...section(`${missed.length} over budget:`, missed.map(describeMiss)),
    ...section(`${unmeasured.length} could not be measured:`, unmeasured),
    `machine: ${processors} processors, load before ${load.map((each) => each.toFixed(2)).join(' ')}, stolen by the host (st) ${(stolen * 100).toFixed(1)} % of the run`,
  ]
}

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
