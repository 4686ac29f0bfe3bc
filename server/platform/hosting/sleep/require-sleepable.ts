import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Refuses for applications that no visitor could wake. */
export async function requireSleepable(
  { store, activator }: Pick<Platform, 'store' | 'activator'>,
  { id, isTask }: Pick<Application, 'id' | 'isTask'>,
): Promise<void> {
  if (!activator) {
    throw new Refusal(
      'conflict',
      'Applications cannot sleep here: the routers on other machines do not reach this server. Its operator has to set BERTH_ACTIVATOR_ADDRESS.',
    )
  }
  if (isTask)
    throw new Refusal('conflict', 'A task ends by itself: it has no visitors, and cannot sleep.')
  if ((await store.tcpRedirections.listOf(id)).length > 0) {
    throw new Refusal(
      'conflict',
      'An application with a TCP redirection cannot sleep, because its connections cannot wake it. Remove the redirection first.',
    )
  }
}
