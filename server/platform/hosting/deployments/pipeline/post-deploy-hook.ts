import { withTimeout } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { publicMessage } from '#platform/model/hosting/deployments/public-message.ts'
import { shortText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { DeploymentLog } from './deployment-log.ts'

/** Bounded, because later deployments of the application wait for it. */
const timeout = 120_000
const killMargin = 15_000

/** Runs the owner's post-deploy hook in an instance; its outcome changes nothing. */
export async function runPostDeployHook(
  { engine }: Pick<Platform, 'engine'>,
  instance: { started: StartedInstance } | undefined,
  command: [string, ...string[]] | undefined,
  { log, signal }: { log: DeploymentLog; signal: AbortSignal },
): Promise<void> {
  if (!instance || !command) return
  const late = AbortSignal.timeout(timeout)
  const what = 'The command after the deployment'
  log.info(`${what} runs: ${shortText(command)}`)
  try {
    const running = engine.run(instance.started, command, AbortSignal.any([signal, late]))
    const code = await withTimeout(running, timeout + killMargin, what)
    if (code !== 0) log.warn(`${what} exited with ${code}; the deployment is not affected.`)
  } catch (error) {
    if (signal.aborted) return
    const why = late.aborted
      ? `took longer than ${formatDuration(timeout)} and was ended`
      : `could not be run: ${publicMessage(error)}`
    log.warn(`${what} ${why}; the deployment is not affected.`)
  }
}
