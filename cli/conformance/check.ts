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

/** `must`: a failure makes the provider incorrect; `should`: a failure is a warning. */
export type Severity = 'must' | 'should'

/** One conformance check of something that the platform relies on. */
export interface Check {
  /** `group.name`. */
  id: string
  group: Group
  severity: Severity
  /** Expected behaviour, in one sentence. */
  sentence: string
  /** Rule of the protocol that requires it. */
  spec: string
  /** Calls the provider; throws `CheckFailedError` on a violation, `SkippedError` when the check cannot decide. */
  run(stage: Stage): Promise<void>
}

/** A violation: what was observed, and how to fix it. */
export class CheckFailedError extends Error {
  readonly advice: string

  constructor(because: string, advice: string) {
    super(because)
    this.name = 'CheckFailedError'
    this.advice = advice
  }
}

/** The check could not decide. */
export class SkippedError extends Error {}

export function demand(holds: boolean, because: string, advice: string): asserts holds {
  if (!holds) throw new CheckFailedError(because, advice)
}

/** Builds the checks of a group from name, severity, sentence, protocol reference and test function. */
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
