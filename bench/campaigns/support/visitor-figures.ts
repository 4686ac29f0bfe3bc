import type { Figure } from '#bench/support/figure.ts'
import type { VisitorReport } from './steady-visitors.ts'

const shownFailures = 20

/** Figures about the visitors of a campaign; failures are printed. */
export function visitorFigures(
  { sent, failures, slowest, byKind }: VisitorReport,
  during: string,
): Figure[] {
  for (const failure of failures.slice(0, shownFailures)) console.error(failure)
  const kinds = [...byKind].map(([kind, count]) => `${count} × ${kind}`)
  console.error(`${during}: ${kinds.join(', ')}`)
  return [
    {
      name: `failed or cut requests ${during}`,
      value: failures.length,
      unit: '',
      samples: sent,
      budget: 0,
    },
    { name: `requests sent ${during}`, value: sent, unit: '' },
    { name: `slowest request ${during}`, value: slowest, unit: 'ms' },
  ]
}
