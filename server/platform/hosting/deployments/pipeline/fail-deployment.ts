import { isDiskFull } from '#kit/files/disk-full.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { readHeadline } from '#platform/hosting/deployments/headlines/read-headline.ts'
import { CancelledError } from '#platform/hosting/deployments/queue/interruption.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import { createDeploymentLog } from './deployment-log.ts'
import { end } from './transition.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'times' | 'logs'>

/** Ends a deployment as failed or cancelled, with the reason in its log and on its record. */
export async function failDeployment(
  platform: Context,
  begun: Deployment,
  error: unknown,
): Promise<void> {
  // Re-read, because the state has changed since, possibly by a concurrent cancel.
  const deployment = (await platform.store.deployments.find(begun.id)) ?? begun
  const log = createDeploymentLog(platform, deployment)
  const { message, advice, step } = describe(error)
  if (isEnded(deployment)) {
    if (deployment.failure !== message) log.warn(message)
    return
  }
  const headline = step && (await readHeadline(platform, deployment, step))
  log.error(message)
  advice.forEach(log.error)
  const duration = formatDuration(platform.times.since(deployment.id, deployment.createdAt))
  if (error instanceof CancelledError) {
    log.warn(`Deploy cancelled after ${duration}.`)
    await endUnlessEnded(platform, deployment, 'cancelled', { failure: message })
  } else {
    log.error(`Deploy failed in ${duration}.`)
    await endUnlessEnded(platform, deployment, 'failed', {
      failure: message,
      failureStep: step,
      advice: advice.join('\n'),
      ...(headline && { headline }),
    })
  }
}

/** Ignores a deployment that was already ended by a concurrent cancel or the deletion of its application. */
const endUnlessEnded = async (...args: Parameters<typeof end>): Promise<void> => {
  await end(...args).catch((error: unknown) => {
    if (!(error instanceof CancelledError)) throw error
  })
}

function describe(
  error: unknown,
): Pick<Failure, 'message' | 'advice'> & Partial<Pick<Failure, 'step'>> {
  if (error instanceof Failure) return error
  if (error instanceof CancelledError) return { message: error.message, advice: [] }
  if (isDiskFull(error)) {
    const message = "The platform's disk is full. Deploy again once its operator has freed space."
    return { message, advice: [] }
  }
  return { message: `The platform failed: ${publicMessage(error)}.`, advice: [] }
}
