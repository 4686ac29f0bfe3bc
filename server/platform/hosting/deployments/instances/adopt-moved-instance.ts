import { recordRestart } from '#platform/hosting/deployments/liveness/record-restart.ts'
import { rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { MovedInstance } from './supervise.ts'

/** Sends visitors to the new address of an instance, and adds the move with its cause to the activity. */
export async function adoptMovedInstance(
  platform: Platform,
  { instance, commit, sentence, date }: MovedInstance,
): Promise<void> {
  await rerouteSoon(platform, instance.applicationId)
  await recordRestart(platform, {
    instance,
    commit,
    cause: `${sentence} It runs on another machine now.`,
    date,
  })
}
