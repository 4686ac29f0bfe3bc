import { failed, invalidAnswer } from '#platform/marketplace/addons/backups/provider-backups.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import {
  callProvider,
  nameOf,
  type ProviderContext,
  type Question,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'

export type DatabaseQuestion = Pick<
  Question,
  'purpose' | 'method' | 'body' | 'payload' | 'signal'
> & {
  /** Below the URL of the resource. */
  path: string
}

/** The provider of a ready add-on, and the URL of its resource. */
export async function placeOfDatabase(platform: ProviderContext, addon: Addon) {
  if (addon.state !== 'ready' || addon.realId === null)
    throw new Refusal('conflict', `${addon.name} is ${addon.state}.`)
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  return { provider, url: resourceUrl(base_url, addon.realId) }
}

/** Asks the provider of an add-on about its database, and parses the answer. */
export async function askDatabase<Value>(
  platform: ProviderContext,
  addon: Addon,
  { path, ...question }: DatabaseQuestion,
  read: (given: unknown) => Value | undefined,
): Promise<Value> {
  const { provider, url } = await placeOfDatabase(platform, addon)
  const asked = { ...question, url: `${url}${path}` }
  const { answer } = await callProvider(platform, provider, addon, asked)
  if (answer instanceof ProviderUnreachableError)
    throw failed(providerMessage(unreachableMessage(provider, answer)))
  const { status, text } = answer
  if (status < 200 || status > 299) throw refusalFor(provider, status, text)
  const value = read(parse(text))
  if (value === undefined) throw invalidAnswer(provider)
  return value
}

/** What the provider says about the customer's own doing is for the customer as it is. */
export function refusalFor(provider: Provider, status: number, text: string): Refusal {
  const said = errorMessageIn(text, status, provider)
  if (status === 501 || status === 405)
    return new Refusal('conflict', `${nameOf(provider)} does not support this.`)
  if (status === 404) return new Refusal('missing', said)
  if (status === 409 || status === 410) return new Refusal('conflict', said)
  if (status === 422 || status === 400 || status === 413) return new Refusal('invalid', said)
  if (status === 429) return new Refusal('limited', said)
  return failed(providerMessage(said))
}
