import { outcome } from '#api/answers/outcome.ts'
import { testerList } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { unknown } from '#kit/schema.ts'
import { addTester, removeTester } from '#platform/marketplace/providers/testers.ts'
import { Refusal } from '#platform/model/refusal.ts'

const list = '/v2/organisations/:ownerId/addonproviders/:providerId/testers'

export const listTesters = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'provider', may: 'offer' },
  summary: 'Lists who may order from an add-on provider before everybody may',
  answer: testerList,
  handle: async ({ platform, provider }) =>
    (await platform.store.testers.listOf(provider.id)).map((id) => ({ id })),
})

export const postTester = endpoint({
  method: 'POST',
  path: list,
  access: { on: 'provider', may: 'offer' },
  action: 'tester.add',
  summary: 'Lets an organisation or a user, by id, order once the provider is in its private beta',
  body: unknown,
  answer: outcome,
  async handle({ platform, provider, body }) {
    const tester = testerIn(body)
    await addTester(platform, provider, tester)
    return done(`${tester} may order from ${provider.id} while it is in its private beta.`)
  },
})

export const deleteTester = endpoint({
  method: 'DELETE',
  path: `${list}/:testerId`,
  access: { on: 'provider', may: 'offer' },
  action: 'tester.remove',
  summary: 'Removes a tester; its add-ons stay',
  answer: outcome,
  async handle({ platform, provider, params: { testerId } }) {
    await removeTester(platform, provider, testerId)
    return done(`${testerId} is no longer a tester of ${provider.id}.`)
  },
})

/** `"orga_…"` or `{"tester": "orga_…"}`. */
function testerIn(body: unknown): string {
  const { tester } = (typeof body === 'object' && body !== null ? body : {}) as { tester?: unknown }
  const id = typeof body === 'string' ? body : tester
  if (typeof id === 'string') return id
  throw new Refusal('invalid', 'Send {"tester": "orga_…"}: the id of who shall test.', {
    fields: { tester: 'must be text' },
  })
}
