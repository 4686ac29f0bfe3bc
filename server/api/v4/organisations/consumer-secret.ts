import { consumerSecret } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { rotateConsumerSecret } from '#platform/identity/access/consumers/consumers.ts'

export const postConsumerSecret = endpoint({
  method: 'POST',
  path: '/v4/berth/organisations/:ownerId/consumers/:key/secret',
  access: { on: 'owner', may: 'reveal' },
  action: 'consumer.rotate',
  summary: 'Replaces the secret of an OAuth consumer; the old one stops working',
  answer: consumerSecret,
  handle: async ({ platform, ownerId, params }) => ({
    secret: (await rotateConsumerSecret(platform, ownerId, params.key)).secret,
  }),
})
