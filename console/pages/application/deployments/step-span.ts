import type { DeploymentStep } from '#client/resources/applications/deployments.ts'

/** Milliseconds since the epoch. */
export interface TimeSpan {
  from: number
  until: number
}

/**
 * When the lines of a step were written: from its begin to the begin of the next one, because what a step says at its end
 * belongs to it. The first one begins with the deployment, the last one has no end. `undefined` if it never began.
 */
export function stepSpan(steps: readonly DeploymentStep[], name: string): TimeSpan | undefined {
  const begun = steps
    .filter(({ begunAt }) => begunAt !== null)
    .map(({ name, begunAt }) => ({ name, begunAt: begunAt ?? 0 }))
  const at = begun.findIndex((step) => step.name === name)
  const step = begun[at]
  if (!step) return undefined
  return {
    from: at === 0 ? Number.NEGATIVE_INFINITY : step.begunAt,
    until: begun[at + 1]?.begunAt ?? Number.POSITIVE_INFINITY,
  }
}

/** The step that is open without a choice: the failed one. */
export const openStep = (steps: readonly DeploymentStep[]): string =>
  steps.find(({ state }) => state === 'failed')?.name ?? ''

/** When the last step ended; `undefined` while one is running. */
export function endOf(steps: readonly DeploymentStep[]): number | undefined {
  if (steps.some(({ state }) => state === 'running' || state === 'waiting')) return undefined
  const ends = steps.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt]))
  return ends.length === 0 ? undefined : Math.max(...ends)
}
