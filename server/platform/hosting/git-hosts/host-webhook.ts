import { getRepositoryWebhook } from '#platform/hosting/connected-repositories/webhooks/webhook.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { GitHostError } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { HostWebhook } from '#platform/model/hosting/git-hosts/host-webhook.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { hostAccessOf } from './host-repository.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'gitHostClients' | 'pagesUrl'>

/** Of all calls that make one: a host may list a hundred that have to go first. */
const timeout = 60_000

/** Where the host of a connected repository calls. */
export const webhookUrl = (
  { pagesUrl }: Pick<Platform, 'pagesUrl'>,
  applicationId: ApplicationId,
): string => `${pagesUrl()}/v4/berth/repository-webhooks/${applicationId}`

/**
 * Makes the webhook of a connected repository at its host, where a token allows that. What goes wrong is stored with it and
 * harms nothing: the repository is looked at from time to time, and people can add the webhook themselves.
 */
export async function makeHostWebhook(
  platform: Context,
  connected: ConnectedRepository,
  signal?: AbortSignal,
): Promise<HostWebhook> {
  const { applicationId, url: repositoryUrl } = connected
  const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
  const url = webhookUrl(platform, applicationId)
  const { secret } = await getRepositoryWebhook(platform, applicationId)
  let hookId: string | null = null
  let problem = ''
  try {
    const access = await hostAccessOf(platform, connected, ended)
    if (access && access.repository.token !== null) {
      hookId = await access.client.createWebhook(access.repository, { url, secret }, ended)
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof GitHostError)) throw error
    problem = error.message
  }
  const webhook = { applicationId, repositoryUrl, hookId, problem }
  await platform.store.hostWebhooks.put(webhook)
  return webhook
}

/** Removes the webhook that Berth has made at a host; returns why it could not, or an empty text. */
export async function removeHostWebhook(
  platform: Context,
  connected: ConnectedRepository,
): Promise<string> {
  const { store } = platform
  const webhook = await store.hostWebhooks.find(connected.applicationId)
  await store.hostWebhooks.remove(connected.applicationId)
  if (!webhook || webhook.hookId === null) return ''
  try {
    const access = await hostAccessOf(platform, { ...connected, url: webhook.repositoryUrl })
    if (!access || access.repository.token === null) return 'There is no token for it any more.'
    await access.client.removeWebhook(access.repository, webhook.hookId)
    return ''
  } catch (error) {
    if (!(error instanceof GitHostError)) throw error
    return error.message
  }
}

/** Makes the webhook of a repository that was just connected, and removes that of the one before. */
export async function moveHostWebhook(
  platform: Context,
  before: ConnectedRepository | undefined,
  connected: ConnectedRepository,
): Promise<void> {
  if (before && before.url !== connected.url) await removeHostWebhook(platform, before)
  // A deploy key that the host does not have yet proves nothing: it is made after the first look that succeeds.
  if (connected.checkedAt !== null) await makeHostWebhook(platform, connected)
}

/** Makes it again if it could not be made before, as after a look that somebody asks for. */
export async function retryHostWebhook(
  platform: Context,
  connected: ConnectedRepository,
): Promise<void> {
  const known = await platform.store.hostWebhooks.find(connected.applicationId)
  if (connected.checkedAt !== null && !known?.hookId) await makeHostWebhook(platform, connected)
}

/** Gives the host another secret, if the webhook there is of Berth. */
export async function renewHostWebhook(
  platform: Context,
  connected: ConnectedRepository,
): Promise<void> {
  const known = await platform.store.hostWebhooks.find(connected.applicationId)
  if (known?.hookId) await makeHostWebhook(platform, connected)
}
