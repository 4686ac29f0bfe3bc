import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/events/platform.ts'
import type { Webhook, WebhookUrl } from '#platform/model/events/webhook.ts'
import { type AuthorId, isWebhookId, type OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { parseNtfyUrl } from './formats/ntfy.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import { validateFilter, type WantedFilter } from './validate-hook.ts'

const maxWebhooks = 20
const maxUrls = 5
const maxUrlLength = 2000

type Context = Pick<Platform, 'store' | 'clock' | 'providerClient'>

export interface WantedWebhook extends WantedFilter {
  urls: readonly WebhookUrl[]
  state?: Webhook['state'] | undefined
}

/** Adds a webhook. The secret of the answer is shown to whoever made it, and never again. */
export async function createWebhook(
  platform: Context,
  ownerId: OwnerId,
  createdBy: AuthorId,
  wanted: WantedWebhook,
): Promise<Webhook> {
  const filter = await validateFilter(platform, ownerId, wanted)
  const webhook: Webhook = {
    id: newId('webhook'),
    ...filter,
    urls: validateUrls(platform, wanted.urls),
    secret: newWebhookSecret(),
    state: wanted.state ?? 'ENABLED',
    createdAt: platform.clock(),
    createdBy,
    failingSince: null,
  }
  await platform.store.transaction(async (store) => {
    const others = await store.webhooks.listOf(ownerId)
    if (others.length >= maxWebhooks) {
      throw new Refusal('conflict', `There are ${maxWebhooks} webhooks already. Remove one first.`)
    }
    await store.webhooks.add(webhook)
  })
  return webhook
}

/**
 * Replaces what a webhook is for. Enabling one that was disabled for its failures starts counting anew. Whoever gives it
 * another URL answers for it, so that nobody gets what only its maker may see.
 */
export async function changeWebhook(
  platform: Context,
  webhook: Webhook,
  changedBy: AuthorId,
  wanted: WantedWebhook,
): Promise<Webhook> {
  const { name, scope, events } = await validateFilter(platform, webhook.ownerId, wanted)
  const urls = validateUrls(platform, wanted.urls)
  const state = wanted.state ?? webhook.state
  const failingSince = state === webhook.state ? webhook.failingSince : null
  const known = new Set(webhook.urls.map(({ url }) => url))
  const createdBy = urls.every(({ url }) => known.has(url)) ? webhook.createdBy : changedBy
  const change = { name, scope, events, urls, state, failingSince, createdBy }
  await platform.store.transaction(async (store) => {
    await store.webhooks.change(webhook.id, change)
    if (state === 'DISABLED') {
      await store.webhookDeliveries.failPending(webhook.id, 'The webhook was disabled.')
    }
  })
  return { ...webhook, ...change }
}

/** Gives a webhook another secret; what is sent from now on is signed with it. */
export async function renewWebhookSecret(
  { store }: Pick<Platform, 'store'>,
  { id }: Webhook,
): Promise<string> {
  const secret = newWebhookSecret()
  await store.webhooks.change(id, { secret })
  return secret
}

/** A webhook of the owner; one of another owner is reported as missing. */
export async function getWebhook(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  id: string,
): Promise<Webhook> {
  const webhook = isWebhookId(id) ? await store.webhooks.find(id) : undefined
  if (webhook?.ownerId === ownerId) return webhook
  throw new Refusal('missing', `There is no webhook ${id.slice(0, 100)}.`)
}

function validateUrls(
  { providerClient }: Pick<Platform, 'providerClient'>,
  urls: readonly WebhookUrl[],
): WebhookUrl[] {
  if (urls.length === 0) throw new Refusal('invalid', 'A webhook needs a URL.')
  if (urls.length > maxUrls) {
    throw new Refusal('invalid', `A webhook can have ${maxUrls} URLs at most.`)
  }
  for (const { format, url } of urls) {
    if (url.length > maxUrlLength) throw new Refusal('invalid', 'The URL is too long.')
    const objection = providerClient.objectionTo(url)
    if (objection !== undefined) throw new Refusal('invalid', `The URL: ${objection}`)
    if (format === 'ntfy' && !parseNtfyUrl(url)) {
      throw new Refusal('invalid', 'The URL of ntfy ends with a topic: https://ntfy.sh/my-topic.')
    }
  }
  return urls.map(({ format, url }) => ({ format, url }))
}
