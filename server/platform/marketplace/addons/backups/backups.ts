import type { Platform } from '#platform/marketplace/platform.ts'
import {
  callProvider,
  nameOf,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import {
  type ProviderFile,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type Backup, isBackupId, readBackup } from '#protocol/databases/backups.ts'
import {
  askForBackups,
  failed,
  invalidAnswer,
  notKnown,
  openAtProvider,
  placeOf,
} from './provider-backups.ts'
import { listCopies, openCopy } from './read-copies.ts'

export type BackupContext = ProviderContext & Pick<Platform, 'objects' | 'backupCopier'>

/**
 * Back-ups of an add-on, newest first: those that its provider has, and those that only the object store has; empty when
 * its provider supports none.
 */
export async function listBackups(platform: BackupContext, addon: Addon): Promise<Backup[]> {
  if (addon.realId === null) return []
  const answer = await askForBackups(platform, addon, addon.realId)
  const listed = answer.kind === 'listed' ? answer.backups : []
  const known = new Set(listed.map(({ id }) => id))
  const copies = (await listCopies(platform, addon)).filter(({ id }) => !known.has(id))
  if (answer.kind === 'failed' && copies.length === 0) throw answer.refusal
  return [...listed, ...copies].toSorted((one, other) => other.date.localeCompare(one.date))
}

/** Requests a back-up from the provider; it may still be running when this returns. */
export const makeBackup = (platform: BackupContext, { id }: Addon): Promise<Backup> =>
  platform.provisioningQueue.withLock(id, async () => {
    const { store, clock } = platform
    const addon = await store.addons.find(id)
    if (addon?.state !== 'ready') {
      throw new Refusal(
        'conflict',
        `An add-on that is ${addon?.state ?? 'deleted'} cannot be backed up.`,
      )
    }
    const { provider, url } = await placeOf(platform, addon, addon.realId)
    const question = { purpose: 'back-up', method: 'POST', url } as const
    const { answer, note } = await callProvider(platform, provider, addon, question)
    const made = parseAnswer(answer, provider)
    const trouble = made instanceof Refusal ? made.message : ''
    await recordDelivery({ store, clock }, { ...note, trouble })
    if (made instanceof Refusal) throw made
    if (provider.ownerId === ownOwner) platform.backupCopier.expect(id)
    return made
  })

function parseAnswer(
  answer: Awaited<ReturnType<typeof callProvider>>['answer'],
  provider: Provider,
) {
  if (answer instanceof ProviderUnreachableError)
    return failed(providerMessage(unreachableMessage(provider, answer)))
  const { status, text } = answer
  if (notKnown.includes(status)) {
    return new Refusal('conflict', `${nameOf(provider)} does not support back-ups.`)
  }
  if (status < 200 || status >= 300)
    return failed(providerMessage(errorMessageIn(text, status, provider)))
  return readBackup(parse(text)) ?? invalidAnswer(provider)
}

/** Streams the file of a back-up from the provider, or from the object store when the provider does not send it. */
export async function openBackup(
  platform: BackupContext,
  addon: Addon,
  backupId: string,
): Promise<ProviderFile> {
  const { realId } = addon
  if (realId === null || !isBackupId(backupId)) {
    throw new Refusal('missing', 'There is no such back-up.')
  }
  try {
    return await openAtProvider(platform, addon, { realId, backupId })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const copy = await openCopy(platform, addon, backupId)
    if (!copy) throw error
    return copy
  }
}
