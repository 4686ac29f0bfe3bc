import { backoff } from '#kit/concurrency/backoff.ts'
import { parseDuration } from '#kit/text/duration.ts'
import { healthCheckOf, toPath } from '#platform/hosting/deployments/instances/health-check.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'

const minInterval = 1000
const maxInterval = 3_600_000
const maxTimeout = 5000
const maxRestartPause = 30 * 60_000

/** How the instances of an application are checked while they serve. */
export interface LivenessCheck {
  paths: readonly string[]
  /** Milliseconds between two checks. */
  interval: number
  /** Milliseconds for an answer. */
  timeout: number
  /** Milliseconds for the start, before wrong answers count. */
  startTimeout: number
}

/**
 * Wanted with `CC_HEALTH_CHECK_INTERVAL`; asks `CC_LIVENESS_PATH`, by default the paths of the health check. Absent when
 * it is not wanted.
 */
export function livenessCheckOf(
  environment: Environment,
  startTimeout: number,
): LivenessCheck | undefined {
  const text = environment.CC_HEALTH_CHECK_INTERVAL?.trim()
  if (!text) return undefined
  const interval = parseDuration(text)
  if (interval === 0) return undefined
  if (interval === undefined || interval < minInterval || interval > maxInterval) {
    throw new Failure(
      'recipe',
      `Invalid CC_HEALTH_CHECK_INTERVAL ${JSON.stringify(text)}: use seconds or a duration such as 10s, between 1s and 1h, or 0 for none.`,
    )
  }
  const own = environment.CC_LIVENESS_PATH?.trim()
  const check = healthCheckOf(environment, startTimeout)
  return {
    interval,
    paths: own ? [toPath('CC_LIVENESS_PATH', own)] : check.paths,
    timeout: Math.min(interval, maxTimeout),
    startTimeout: check.timeout,
  }
}

/** Time for an instance to answer after so many restarts in a row, before it is restarted once more. */
export const restartPause = (restarts: number, startTimeout: number): number =>
  backoff(restarts - 1, { first: startTimeout, max: Math.max(maxRestartPause, startTimeout) })
