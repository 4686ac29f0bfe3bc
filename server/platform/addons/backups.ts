import {
  callProvider,
  nameOf,
  type ProviderContext,
} from '#platform/providers/calls/call-provider.ts'
import {
  parse,
  saidBy,
  silenceOf,
  wordsIn,
} from '#platform/providers/calls/parse-provision-response.ts'
import {
  type ProviderFile,
  ProviderUnreachableError,
} from '#platform/providers/calls/provider-client.ts'
import { recordDelivery } from '#platform/providers/calls/record-delivery.ts'
import type { Provider } from '#platform/providers/provider.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Backup, isBackupId, readBackup } from '#protocol/backups.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import type { Addon } from './addon.ts'
import { requireOffer } from './orders/require-offer.ts'

const maxBackups = 1_000
/** Statuses of a provider that does not implement the request. */
const notKnown = [404, 405, 501]

/** Back-ups of an add-on, newest first; empty when its provider supports none. */
export async function listBackups(platform: ProviderContext, addon: Addon): Promise<Backup[]> {
  if (addon.realId === null) return []
  const { provider, url } = await placeOf(platform, addon, addon.realId)
  const question = { purpose: 'list-backups', method: 'GET', url } as const
  const { answer } = await callProvider(platform, provider, addon, question)
  if (answer instanceof ProviderUnreachableError) throw failed(saidBy(silenceOf(provider, answer)))
  const { status, text } = answer
  if (notKnown.includes(status)) return []
  const list = parse(text)
  if (status !== 200 || !Array.isArray(list)) {
    throw failed(
      saidBy(
        status === 200
          ? `${nameOf(provider)} sent an invalid answer.`
          : wordsIn(text, status, provider),
      ),
    )
  }
  return list
    .slice(0, maxBackups)
    .map(readBackup)
    .filter((backup) => backup !== undefined)
    .toSorted((one, other) => other.date.localeCompare(one.date))
}

/** Requests a back-up from the provider; it may still be running when this returns. */
export const makeBackup = (platform: ProviderContext, { id }: Addon): Promise<Backup> =>
  platform.provisioningQueue.inTurn(id, async () => {
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
    const made = judge(answer, provider)
    const trouble = made instanceof Refusal ? made.message : ''
    await recordDelivery({ store, clock }, { ...note, trouble })
    if (made instanceof Refusal) throw made
    return made
  })

function judge(answer: Awaited<ReturnType<typeof callProvider>>['answer'], provider: Provider) {
  if (answer instanceof ProviderUnreachableError) return failed(saidBy(silenceOf(provider, answer)))
  const { status, text } = answer
  if (notKnown.includes(status)) {
    return new Refusal('conflict', `${nameOf(provider)} does not support back-ups.`)
  }
  if (status < 200 || status >= 300) return failed(saidBy(wordsIn(text, status, provider)))
  return readBackup(parse(text)) ?? failed(saidBy(`${nameOf(provider)} sent an invalid answer.`))
}

/** Streams the file of a back-up from the provider. */
export async function openBackup(
  platform: ProviderContext,
  addon: Addon,
  backupId: string,
  signal?: AbortSignal,
): Promise<ProviderFile> {
  if (addon.realId === null || !isBackupId(backupId)) {
    throw new Refusal('missing', 'There is no such back-up.')
  }
  const { provider, url } = await placeOf(platform, addon, addon.realId)
  const call = {
    url: `${url}/${backupId}`,
    credentials: { id: provider.id, password: provider.manifest.api.password },
    timeout: platform.policies.providerTimeout,
  }
  return platform.providerClient.open(call, signal).catch((error) => {
    throw error instanceof ProviderUnreachableError
      ? failed(saidBy(silenceOf(provider, error)))
      : error
  })
}

async function placeOf(platform: ProviderContext, addon: Addon, realId: string) {
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  return { provider, url: `${resourceUrl(base_url, realId)}/backups` }
}

const failed = (sentence: string) =>
  new Refusal('unavailable', sentence, { reason: 'provider-failed' })
