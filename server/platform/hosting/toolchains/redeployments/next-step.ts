import type {
  RedeploymentItemState,
  RollingRedeployment,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'

type Counts = ReadonlyMap<RedeploymentItemState, number>

/** What a rolling redeployment does next: so many further applications begin, or it ends. */
export type NextStep = { begin: number } | { end: 'done' | 'failed' }

/** Decides the next step by the number of applications in each state. */
export function nextStep(
  { concurrency, maxFailures }: Pick<RollingRedeployment, 'concurrency' | 'maxFailures'>,
  counts: Counts,
): NextStep {
  const of = (state: RedeploymentItemState) => counts.get(state) ?? 0
  if (of('failed') >= maxFailures) return { end: 'failed' }
  if (of('unplanned') + of('waiting') + of('deploying') === 0) return { end: 'done' }
  return { begin: Math.max(0, Math.min(of('waiting'), concurrency - of('deploying'))) }
}
