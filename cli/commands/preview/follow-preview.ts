import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Preview } from '#client/resources/previews.ts'

const pollEvery = 2000
const maxWait = 3_600_000
const ended: readonly Preview['status'][] = [
  'ready',
  'failed',
  'awaiting-approval',
  'awaiting-push',
  'removing',
]

/** Waits until a preview shows its commit, or cannot go on. */
export async function followPreview(
  client: Client,
  application: ApplicationAddress,
  id: string,
): Promise<Preview> {
  const deadline = performance.now() + maxWait
  for (;;) {
    const preview = await client.previews.get(application, id)
    if (ended.includes(preview.status)) return preview
    if (performance.now() > deadline) throw new Refusal('The preview takes longer than an hour.')
    await pause(pollEvery)
  }
}
