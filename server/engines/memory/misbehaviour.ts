import type { Environment } from '#platform/model/hosting/environment.ts'

/** Faults that a build or an instance of the memory engine can simulate. */
export type Misbehaviour =
  | 'fail-build'
  | 'build-forever'
  | 'fail-before-start'
  | 'wait-before-start'
  | 'fail-start'
  | 'fail-exec'
  | 'exit'
  | 'exit-twice'
  | 'crash-later'
  | 'hang-later'
  | 'error-later'
  | 'never-listen'
  | 'answer-500'
  | 'hang-on-stop'
  | 'never-end'

/** Variable of an application that lists misbehaviours, separated by commas. */
const misbehaviourVariable = 'MISBEHAVE'

export function misbehavioursOf(
  environment: Environment,
  always: readonly Misbehaviour[] = [],
): Set<string> {
  const named = environment[misbehaviourVariable]?.split(',') ?? []
  return new Set([...always, ...named.map((word) => word.trim())])
}
