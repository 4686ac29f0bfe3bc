import type { Environment } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { adviceOnStart } from './exit-advice.ts'
import type { InstanceEnd } from './supervision.ts'

/** The failure of a deployment whose instance did not stay up, with how often it ended and what it wrote last. */
export function failedStart(end: InstanceEnd, environment: Environment = {}): Failure {
  const times = end.exits > 1 ? [`It was started ${end.exits} times, and ended each time.`] : []
  const lines = end.lastLines.filter((line) => line.trim() !== '')
  return new Failure('start', end.sentence, [
    ...times,
    ...(lines.length > 0 ? ['Its last lines:', ...lines.map((line) => `  ${line}`)] : []),
    ...adviceOnStart(end, environment),
  ])
}
