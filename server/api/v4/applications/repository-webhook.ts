import {
  repositoryDeliveryAnswer,
  repositoryWebhookAnswer,
} from '#api/answers/hosting/connected-repository.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done, json } from '#api/http/response.ts'
import { bytes, type Infer, list } from '#kit/schema.ts'
import { getConnectedRepository } from '#platform/hosting/connected-repositories/connect.ts'
import {
  receiveDelivery,
  replayDelivery,
} from '#platform/hosting/connected-repositories/webhooks/receive-delivery.ts'
import {
  getRepositoryWebhook,
  renewRepositoryWebhook,
} from '#platform/hosting/connected-repositories/webhooks/webhook.ts'
import { renewHostWebhook, webhookUrl } from '#platform/hosting/git-hosts/host-webhook.ts'
import type {
  RepositoryDelivery,
  RepositoryWebhook,
} from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path =
  '/v4/berth/organisations/:ownerId/applications/:applicationId/connected-repository' as const
const maxListed = 120
/** The longest that hosts send names each file of many commits. */
const maxBytes = 2 * 1024 * 1024

const getWebhook = endpoint({
  method: 'GET',
  path: `${path}/webhook`,
  access: { on: 'application', may: 'operate' },
  action: 'application.read-webhook',
  summary: 'Returns the address and the secret of the webhook for the host of a repository',
  answer: repositoryWebhookAnswer,
  handle: async ({ platform, application }) =>
    webhookToWire(platform, await getRepositoryWebhook(platform, application.id)),
})

const postRenewal = endpoint({
  method: 'POST',
  path: `${path}/webhook/renew`,
  access: { on: 'application', may: 'operate' },
  action: 'application.renew-webhook',
  summary: 'Gives the webhook of a repository another secret; the one before is refused at once',
  answer: repositoryWebhookAnswer,
  async handle({ platform, application }) {
    const renewed = await renewRepositoryWebhook(platform, application.id)
    await renewHostWebhook(platform, await getConnectedRepository(platform, application.id))
    return webhookToWire(platform, renewed)
  },
})

const listDeliveries = endpoint({
  method: 'GET',
  path: `${path}/deliveries`,
  access: { on: 'application', may: 'see' },
  summary: 'Lists calls of the host of a repository and what came of them, newest first',
  answer: list(repositoryDeliveryAnswer),
  async handle({ platform, application }) {
    const all = await platform.store.repositoryDeliveries.listOf(application.id, maxListed)
    return all.map(deliveryToWire)
  },
})

const postReplay = endpoint({
  method: 'POST',
  path: `${path}/deliveries/:deliveryId/replay`,
  access: { on: 'application', may: 'operate' },
  action: 'application.check-repository',
  summary: 'Does again what a call of the host of a repository has led to',
  answer: outcome,
  cost: 5,
  async handle({ platform, application, params }) {
    await replayDelivery(platform, application.id, params.deliveryId)
    return done('The repository is looked at.')
  },
})

const postDelivery = endpoint({
  method: 'POST',
  path: '/v4/berth/repository-webhooks/:applicationId',
  access: 'anyone',
  workload: 'application',
  summary: 'Takes a signed call of the host of a repository, which then is looked at',
  body: bytes,
  maxBytes,
  // The repositories of many owners call from the address of one host: only what is not signed counts against it.
  cost: 0,
  bytesPerCall: Number.POSITIVE_INFINITY,
  answer: repositoryDeliveryAnswer,
  async handle({ platform, params, request, body, from }) {
    const delivery = await receiveDelivery(platform, params.applicationId as ApplicationId, {
      header: (name) => request.headers.get(name) ?? undefined,
      body: body as Buffer,
      from,
    })
    if (delivery.outcome === 'refused') throw new Refusal('unauthenticated', delivery.reason)
    return json(deliveryToWire(delivery))
  },
})

export const repositoryWebhookEndpoints = [
  getWebhook,
  postRenewal,
  listDeliveries,
  postReplay,
  postDelivery,
]

const webhookToWire = (
  platform: Pick<Platform, 'pagesUrl'>,
  { applicationId, secret, createdAt }: RepositoryWebhook,
): Infer<typeof repositoryWebhookAnswer> => ({
  url: webhookUrl(platform, applicationId),
  secret,
  createdAt: new Date(createdAt).toISOString(),
})

const deliveryToWire = ({
  applicationId: _,
  digest: __,
  receivedAt,
  ...delivery
}: RepositoryDelivery): Infer<typeof repositoryDeliveryAnswer> => ({
  ...delivery,
  receivedAt: new Date(receivedAt).toISOString(),
})
