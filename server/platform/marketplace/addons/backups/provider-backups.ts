import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
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
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import {
  type ProviderFile,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type Backup, readBackup } from '#protocol/databases/backups.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'

const maxBackups = 1_000
/** Statuses of a provider that does not implement the request, or does not know the resource. */
export const notKnown: readonly number[] = [404, 405, 501]

/** A provider's answer about the back-ups of an add-on. */
export type BackupListing =
  | { kind: 'listed'; backups: Backup[] }
  /** It supports none, or has lost the resource. */
  | { kind: 'unknown' }
  | { kind: 'failed'; refusal: Refusal }

/** Asks the provider of an add-on for its back-ups, newest first. */
export async function askForBackups(
  platform: ProviderContext,
  addon: Addon,
  realId: string,
): Promise<BackupListing> {
  const { provider, url } = await placeOf(platform, addon, realId)
  const question = { purpose: 'list-backups', method: 'GET', url } as const
  const { answer } = await callProvider(platform, provider, addon, question)
  if (answer instanceof ProviderUnreachableError) {
    return {
      kind: 'failed',
      refusal: failed(providerMessage(unreachableMessage(provider, answer))),
    }
  }
  const { status, text } = answer
  if (notKnown.includes(status)) return { kind: 'unknown' }
  const list = parse(text)
  if (status !== 200) {
    return {
      kind: 'failed',
      refusal: failed(providerMessage(errorMessageIn(text, status, provider))),
    }
  }
  if (!Array.isArray(list)) return { kind: 'failed', refusal: invalidAnswer(provider) }
  const backups = list
    .slice(0, maxBackups)
    .map(readBackup)
    .filter((backup) => backup !== undefined)
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return { kind: 'listed', backups }
}

/** Streams the file of a back-up from the provider; a `Refusal` when it does not send it. */
export async function openAtProvider(
  platform: ProviderContext,
  addon: Addon,
  { realId, backupId }: { realId: string; backupId: string },
  signal?: AbortSignal,
): Promise<ProviderFile> {
  const { provider, url } = await placeOf(platform, addon, realId)
  const call = {
    url: `${url}/${backupId}`,
    credentials: { id: provider.id, password: provider.manifest.api.password },
    timeout: platform.policies.providerTimeout,
  }
  return platform.providerClient.open(call, signal).catch((error) => {
    throw error instanceof ProviderUnreachableError
      ? failed(providerMessage(unreachableMessage(provider, error)))
      : error
  })
}

/** The provider of an add-on, and its URL of the back-ups. */
export async function placeOf(platform: ProviderContext, addon: Addon, realId: string) {
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  return { provider, url: `${resourceUrl(base_url, realId)}/backups` }
}

export const failed = (sentence: string) =>
  new Refusal('unavailable', sentence, { reason: 'provider-failed' })

export const invalidAnswer = (provider: Provider) =>
  failed(providerMessage(`${nameOf(provider)} sent an invalid answer.`))
