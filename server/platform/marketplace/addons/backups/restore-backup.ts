import {
  callProvider,
  nameOf,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { isBackupId } from '#protocol/databases/backups.ts'
import { type RestoreProgress, readRestoreProgress } from '#protocol/databases/restore.ts'
import { failed, invalidAnswer, placeOf } from './provider-backups.ts'

/** Has the provider replace what an add-on holds by one of its back-ups; it goes on when this returns. */
export const restoreBackup = (
  platform: ProviderContext,
  { id }: Addon,
  backupId: string,
): Promise<RestoreProgress> =>
  platform.provisioningQueue.withLock(id, async () => {
    const { store, clock } = platform
    const addon = await store.addons.find(id)
    if (addon?.state !== 'ready') {
      throw new Refusal(
        'conflict',
        `An add-on that is ${addon?.state ?? 'deleted'} cannot be restored.`,
      )
    }
    const { provider, url } = await placeIn(platform, addon, backupId)
    const question = { purpose: 'restore', method: 'POST', url } as const
    const { answer, note } = await callProvider(platform, provider, addon, question)
    const begun = parseAnswer(answer, provider)
    const trouble = begun instanceof Refusal ? begun.message : ''
    await recordDelivery({ store, clock }, { ...note, trouble })
    if (begun instanceof Refusal) throw begun
    return begun
  })

/** Progress or result of a restore of this back-up, as long as the provider knows it. */
export async function readRestore(
  platform: ProviderContext,
  addon: Addon,
  backupId: string,
): Promise<RestoreProgress> {
  const { provider, url } = await placeIn(platform, addon, backupId)
  const question = { purpose: 'read-restore', method: 'GET', url } as const
  const { answer } = await callProvider(platform, provider, addon, question)
  const progress = parseAnswer(answer, provider)
  if (progress instanceof Refusal) throw progress
  return progress
}

async function placeIn(platform: ProviderContext, addon: Addon, backupId: string) {
  if (addon.realId === null || !isBackupId(backupId)) throw missing()
  const { provider, url } = await placeOf(platform, addon, addon.realId)
  return { provider, url: `${url}/${backupId}/restore` }
}

const missing = () =>
  new Refusal(
    'missing',
    'The provider has no such back-up, or is not restoring it. One that only the object store has is downloaded and restored by hand.',
  )

function parseAnswer(answer: Reply['answer'], provider: Provider): RestoreProgress | Refusal {
  if (answer instanceof ProviderUnreachableError)
    return failed(providerMessage(unreachableMessage(provider, answer)))
  const { status, text } = answer
  if (status === 404) return missing()
  if (status === 405 || status === 501) {
    return new Refusal(
      'conflict',
      `${nameOf(provider)} cannot restore a back-up in place. Order a new add-on from it.`,
    )
  }
  if (status === 409)
    return new Refusal('conflict', providerMessage(errorMessageIn(text, status, provider)))
  if (status < 200 || status >= 300)
    return failed(providerMessage(errorMessageIn(text, status, provider)))
  return readRestoreProgress(parse(text)) ?? invalidAnswer(provider)
}
