import { consumerAnswer, consumerList, consumerSecret } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { changeFromWire, consumerChange, newConsumer } from '#api/v2/consumer-change.ts'
import { consumerToWire } from '#api/v2/consumer-record.ts'
import {
  changeConsumer,
  createConsumer,
  deleteConsumer,
  getConsumer,
} from '#platform/identity/access/consumers/consumers.ts'

const list = '/v2/organisations/:ownerId/consumers'
const one = `${list}/:key` as const

export const listConsumers = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'owner', may: 'belong' },
  summary: 'Lists the OAuth consumers of an organisation',
  answer: consumerList,
  handle: async ({ platform, ownerId }) =>
    (await platform.store.consumers.listOf(ownerId)).map(consumerToWire),
})

export const postConsumer = endpoint({
  method: 'POST',
  path: list,
  access: { on: 'owner', may: 'register' },
  action: 'consumer.create',
  summary: 'Creates an OAuth consumer',
  body: newConsumer,
  answer: consumerAnswer,
  async handle({ platform, ownerId, body }) {
    const { name, baseUrl } = body
    const input = { ...changeFromWire(body), name, baseUrl }
    return consumerToWire(await createConsumer(platform, ownerId, input))
  },
})

export const getConsumerRecord = endpoint({
  method: 'GET',
  path: one,
  access: { on: 'owner', may: 'belong' },
  summary: 'Shows an OAuth consumer',
  answer: consumerAnswer,
  handle: async ({ platform, ownerId, params }) =>
    consumerToWire(await getConsumer(platform, ownerId, params.key)),
})

export const putConsumer = endpoint({
  method: 'PUT',
  path: one,
  access: { on: 'owner', may: 'register' },
  action: 'consumer.change',
  summary: 'Changes an OAuth consumer; what is left out stays as it is',
  body: consumerChange,
  answer: consumerAnswer,
  handle: async ({ platform, ownerId, params, body }) =>
    consumerToWire(await changeConsumer(platform, ownerId, params.key, changeFromWire(body))),
})

export const deleteConsumerForGood = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'owner', may: 'register' },
  action: 'consumer.delete',
  summary: 'Deletes an OAuth consumer and ends the access tokens issued through it',
  answer: outcome,
  async handle({ platform, ownerId, params }) {
    const { name } = await deleteConsumer(platform, ownerId, params.key)
    return done(`The OAuth consumer ${name} was deleted.`)
  },
})

export const getConsumerSecret = endpoint({
  method: 'GET',
  path: `${one}/secret`,
  access: { on: 'owner', may: 'reveal' },
  action: 'consumer.reveal',
  summary: 'Shows the secret of an OAuth consumer',
  answer: consumerSecret,
  handle: async ({ platform, ownerId, params }) => ({
    secret: (await getConsumer(platform, ownerId, params.key)).secret,
  }),
})
