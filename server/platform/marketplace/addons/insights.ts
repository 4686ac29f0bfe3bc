import {
  callProvider,
  type ProviderContext,
  type Question,
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
import {
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type Insights, isConnectionId, readInsights } from '#protocol/databases/insights.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { failed, invalidAnswer, notKnown } from './backups/provider-backups.ts'
import { requireOffer } from './orders/require-offer.ts'

/** Asks the provider of an add-on what its database is doing now; `undefined` when the provider does not tell. */
export async function readAddonInsights(
  platform: ProviderContext,
  addon: Addon,
): Promise<Insights | undefined> {
  if (addon.state !== 'ready') return undefined
  const { provider, answer } = await ask(platform, addon, {
    purpose: 'read-insights',
    method: 'GET',
    path: '',
  })
  if (notKnown.includes(answer.status)) return undefined
  const insights = readInsights(parse(requireSuccess(provider, answer)))
  if (!insights) throw invalidAnswer(provider)
  return insights
}

/** Has the statements of an add-on counted anew. */
export async function resetStatements(platform: ProviderContext, addon: Addon): Promise<void> {
  await act(platform, addon, { purpose: 'reset-statements', path: '/statements' })
}

/** Ends a connection to an add-on; refuses when there is no such one any more. */
export async function endConnection(
  platform: ProviderContext,
  addon: Addon,
  connectionId: string,
): Promise<void> {
  if (!isConnectionId(connectionId)) throw new Refusal('missing', 'There is no such connection.')
  await act(platform, addon, { purpose: 'end-connection', path: `/connections/${connectionId}` })
}

async function act(
  platform: ProviderContext,
  addon: Addon,
  { purpose, path }: { purpose: Question['purpose']; path: string },
): Promise<void> {
  const { store, clock } = platform
  const { provider, answer, note } = await ask(platform, addon, { purpose, method: 'DELETE', path })
  const isDone = answer.status === 200
  await recordDelivery(
    { store, clock },
    { ...note, trouble: isDone ? '' : errorMessageIn(answer.text, answer.status, provider) },
  )
  if (answer.status === 404) throw new Refusal('missing', 'There is no such connection any more.')
  requireSuccess(provider, answer)
}

async function ask(
  platform: ProviderContext,
  addon: Addon,
  { purpose, method, path }: Pick<Question, 'purpose' | 'method'> & { path: string },
) {
  if (addon.realId === null) throw new Refusal('conflict', `${addon.name} is ${addon.state}.`)
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  const url = `${resourceUrl(base_url, addon.realId)}/insights${path}`
  const { answer, note } = await callProvider(platform, provider, addon, { purpose, method, url })
  if (answer instanceof ProviderUnreachableError)
    throw failed(providerMessage(unreachableMessage(provider, answer)))
  return { provider, answer, note }
}

function requireSuccess(provider: Provider, { status, text }: ProviderResponse): string {
  if (status === 200) return text
  throw failed(providerMessage(errorMessageIn(text, status, provider)))
}
