import { sleep } from '#kit/concurrency/timeout.ts'
import { formatDuration, parseDuration } from '#kit/text/duration.ts'
import type { RunningInstance } from '#platform/hosting/deployments/instances/instances.ts'
import {
  findUnhealthyResponse,
  type Question,
} from '#platform/hosting/deployments/instances/unhealthy-response.ts'
import { hasPeerRouters } from '#platform/hosting/placement/peer-routers.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { mainDomain } from '#platform/model/hosting/domain.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { failedStart } from '#platform/model/hosting/instances/exit-advice.ts'
import type { Rollout } from './rollout.ts'

const maxProbation = 10 * 60_000
/** Time for one answer; generous, because an application may be slow right after its start. */
const answerTimeout = 5000
/** Wrong answers in a row after which an instance has stopped answering. */
const maxWrongAnswers = 3
const maxInterval = 1000
const pauseAfterWrongAnswer = 500

/** `CC_PROBATION`, or the operator's default, in milliseconds. */
export function probationLength(environment: Environment, defaultLength: number): number {
  const text = environment.CC_PROBATION?.trim()
  if (!text) return defaultLength
  const length = parseDuration(text)
  if (length === undefined || length > maxProbation) {
    throw new Failure(
      'recipe',
      `Invalid CC_PROBATION ${JSON.stringify(text)}: use seconds or a duration such as 30s, at most 10m, or 0 for none.`,
    )
  }
  return length
}

/**
 * Whether visitors reach a version before its release is live: while it is on probation, and while the routers of other
 * servers get its route, which they read from the store.
 */
export const isSwitchedBeforeLive = (
  platform: Pick<Platform, 'store' | 'engine' | 'policies'>,
  environment: Environment,
): boolean =>
  probationLength(environment, platform.policies.probation) > 0 || hasPeerRouters(platform)

/**
 * Resolves once every instance has answered its health check paths throughout the probation, and after its end. Throws
 * a failure as soon as one exits or stops answering.
 */
export async function watchProbation(
  platform: Pick<Platform, 'store' | 'probe' | 'times'>,
  { application, deployment, release, check, signal }: Rollout,
  instances: readonly RunningInstance[],
  length: number,
): Promise<void> {
  const host = mainDomain(await platform.store.domains.listOf(application.id))?.host ?? 'localhost'
  const over = new AbortController()
  const since = () => platform.times.since(deployment.id, deployment.changedAt)
  const watch = { length, left: () => length - since() }
  const checks = Promise.all(
    instances.map(({ number, started: { address } }) => {
      const question = { address, host, paths: check.paths, timeout: answerTimeout }
      const either = AbortSignal.any([signal, over.signal])
      return stayHealthy(platform, { number, question, ...watch }, either)
    }),
  )
  checks.catch(() => {})
  try {
    const exit = await Promise.race([checks, ...instances.map(({ ended }) => ended)])
    if ('sentence' in exit) throw failedStart(exit, release.environment)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const time = formatDuration(since())
    const message = `Failed on probation, ${time} after the switch: ${error.message}`
    throw new Failure('probation', message, error.advice)
  } finally {
    over.abort()
  }
}

interface Watch {
  number: number
  question: Question
  length: number
  /** Milliseconds until the probation ends. */
  left: () => number
}

/** Asks in a row; an instance whose last answer is wrong is asked beyond the end, until it answers or has failed. */
async function stayHealthy(
  { probe }: Pick<Platform, 'probe'>,
  { number, question, length, left }: Watch,
  signal: AbortSignal,
): Promise<void> {
  const interval = Math.min(maxInterval, Math.max(1, length / 4))
  for (let wrongAnswers = 0; ; ) {
    const wrong = await findUnhealthyResponse(probe, question, signal)
    signal.throwIfAborted()
    wrongAnswers = wrong ? wrongAnswers + 1 : 0
    if (wrongAnswers >= maxWrongAnswers) {
      throw new Failure('health-check', `Instance ${number} stopped answering: ${wrong}.`, [
        `${maxWrongAnswers} checks in a row failed: look at its lines above.`,
      ])
    }
    if (!wrong && left() <= 0) return
    const pause = wrong ? pauseAfterWrongAnswer : Math.min(interval, left())
    await sleep(Math.min(pause, Math.max(interval, 1)), signal)
  }
}
