import type { Stage } from './stage.ts'

export const groups = [
  'manifest',
  'authentication',
  'provisioning',
  'idempotency',
  'plans',
  'deprovisioning',
  'sso',
  'asynchronous',
  'plan-change',
  'time-outs',
  'concurrency',
  'hostile',
] as const
export type Group = (typeof groups)[number]

/** Whether a failure makes the provider wrong, or only less good than it could be. */
export type Severity = 'must' | 'should'

/** One thing that the platform relies on, and how to find out. */
export interface Check {
  /** `group.name`. */
  id: string
  group: Group
  severity: Severity
  /** What holds when the provider is right. */
  sentence: string
  /** What the protocol says about it. */
  spec: string
  /** Calls the provider; throws `CheckFailedError` when it does not hold, `SkippedError` when nobody can tell. */
  run(stage: Stage): Promise<void>
}

/** It does not hold: what came instead, and what to do. */
export class CheckFailedError extends Error {
  readonly advice: string

  constructor(because: string, advice: string) {
    super(because)
    this.name = 'CheckFailedError'
    this.advice = advice
  }
}

/** It could not be found out. */
export class SkippedError extends Error {}

export function demand(holds: boolean, because: string, advice: string): asserts holds {
  if (!holds) throw new CheckFailedError(because, advice)
}

/** Makes the checks of a group: name, severity, sentence, what the protocol says, and the test itself. */
export const checksOf =
  (group: Group) =>
  (name: string, severity: Severity, sentence: string, spec: string, run: Check['run']): Check => ({
    id: `${group}.${name}`,
    group,
    severity,
    sentence,
    spec,
    run,
  })
