import { newId } from '#kit/text/ids.ts'
import type { WebhookDelivery } from '#platform/model/events/webhook.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const webhooks = '/v2/notifications/webhooks/:ownerId'
const emailHooks = '/v2/notifications/emailhooks/:ownerId'
const events = '/v4/berth/organisations/:ownerId/events'
const deliveries = '/v4/berth/organisations/:ownerId/webhooks/:webhookId'
const url = 'http://127.0.0.1:9/'

const webhook = {
  name: 'hook',
  urls: [{ format: 'raw', url }],
  scope: null,
  events: ['DEPLOYMENT_FAIL'],
}
const emailHook = { name: 'mail', notified: [{ type: 'organisation' }] }

const ofWebhook = async ({ setup, organisationId: ownerId, owner }: Scene) => {
  const id = newId('webhook')
  await setup.platform.store.webhooks.add({
    id,
    ownerId,
    name: 'hook',
    scope: null,
    events: null,
    urls: [{ format: 'raw', url }],
    secret: 'whsec_eA==',
    state: 'ENABLED',
    createdAt: 1,
    createdBy: owner.id,
    failingSince: null,
  })
  return { webhookId: id }
}

const ofDelivery = async (scene: Scene) => {
  const { webhookId } = await ofWebhook(scene)
  const delivery: WebhookDelivery = {
    id: newId('webhookdelivery'),
    webhookId,
    ownerId: scene.organisationId,
    eventId: 1,
    eventName: 'DEPLOYMENT_FAIL',
    format: 'raw',
    url,
    body: '{}',
    state: 'failed',
    createdAt: 1,
    dueAt: 1,
    attempts: 1,
    attemptedAt: 1,
    status: 500,
    duration: 1,
    excerpt: '',
    failure: 'It answered 500.',
    replayOf: null,
  }
  await scene.setup.platform.store.webhookDeliveries.add(delivery)
  return { webhookId, deliveryId: delivery.id }
}

const ofEmailHook = async ({ setup, organisationId: ownerId, owner }: Scene) => {
  const id = newId('emailhook')
  await setup.platform.store.emailHooks.add({
    id,
    ownerId,
    name: 'mail',
    scope: null,
    events: null,
    notified: [{ type: 'organisation' }],
    createdAt: 1,
    createdBy: owner.id,
  })
  return { emailHookId: id }
}

export const eventEntries: Entries = {
  [`GET ${events}`]: { status: 200 },
  [`GET ${events}/history`]: { status: 200 },
  'GET /v4/berth/self/events': { status: 200 },
  'GET /v4/berth/self/events/history': { status: 200 },
  'GET /v4/berth/self/news': { status: 200 },
  'PUT /v4/berth/self/news/seen': { status: 200, arrange: () => ({ body: { until: 1 } }) },
  'GET /v2/notifications/info/events': { status: 200 },
  'GET /v2/notifications/info/webhookformats': { status: 200 },
  [`GET ${webhooks}`]: { status: 200 },
  [`POST ${webhooks}`]: { status: 200, arrange: () => ({ body: webhook }) },
  [`PUT ${webhooks}/:webhookId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofWebhook(scene), body: webhook }),
  },
  [`DELETE ${webhooks}/:webhookId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofWebhook(scene) }),
  },
  [`GET ${emailHooks}`]: { status: 200 },
  [`POST ${emailHooks}`]: { status: 200, arrange: () => ({ body: emailHook }) },
  [`PUT ${emailHooks}/:emailHookId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofEmailHook(scene), body: emailHook }),
  },
  [`DELETE ${emailHooks}/:emailHookId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofEmailHook(scene) }),
  },
  [`GET ${deliveries}/deliveries`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofWebhook(scene) }),
  },
  [`POST ${deliveries}/deliveries/:deliveryId/replay`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofDelivery(scene) }),
  },
  [`POST ${deliveries}/secret`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofWebhook(scene) }),
  },
}
