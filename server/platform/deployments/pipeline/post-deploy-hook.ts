import { withTimeout } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { StartedInstance } from '#platform/deployments/engine.ts'
import { shortText } from '#platform/deployments/recipe/command-text.ts'
import type { Platform } from '#platform/platform.ts'
import type { Story } from './deployment-log.ts'
import { publicMessage } from './public-message.ts'

/** Later deployments of the application wait meanwhile. */
const timeout = 120_000
const patience = 15_000

/** Runs what an owner wants run in an instance once its deployment has ended. However that goes, nothing changes. */
export async function runEpilogue(
  { engine }: Pick<Platform, 'engine'>,
  { started }: { started: StartedInstance },
  command: [string, ...string[]] | undefined,
  { story, signal }: { story: Story; signal: AbortSignal },
): Promise<void> {
  if (!command) return
  const late = AbortSignal.timeout(timeout)
  const what = 'The command after the deployment'
  story.say(`${what} runs: ${shortText(command)}`)
  try {
    const running = engine.run(started, command, AbortSignal.any([signal, late]))
    const code = await withTimeout(running, timeout + patience, what)
    if (code !== 0) story.warn(`${what} exited with ${code}; the deployment is not affected.`)
  } catch (error) {
    if (signal.aborted) return
    const why = late.aborted
      ? `took longer than ${formatDuration(timeout)} and was ended`
      : `could not be run: ${publicMessage(error)}`
    story.warn(`${what} ${why}; the deployment is not affected.`)
  }
}
