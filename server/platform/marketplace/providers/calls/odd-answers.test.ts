import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import type { AddonState } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import type { Behaviour, Reaction } from '#tests/support/providers/odd-provider.ts'

/** A provider's response to an order and the resulting state, or `gone`. */
interface Case {
  answer: Behaviour
  ends: AddonState | 'gone'
  /** Whether the response comes after the timeout. */
  isLate?: boolean
  /** Whether the response contains the resource id, so that it can be deprovisioned. */
  isNamed?: boolean
  /** Message to the customer. */
  customer?: RegExp
  /** Message to the provider. */
  service?: RegExp
}

const say = (status: number, body: unknown, headers = {}): Behaviour => {
  const reaction: Reaction = { status, body, headers }
  return ({ method }, honest) => (method === 'POST' ? reaction : honest())
}

const said = (words: string) => new RegExp(`^Error from provider: \\[${words}\\]$`)

/** Without an id nothing can be deprovisioned. */
const unnamed = /The order has ended; whatever was made for it must be removed\.$/

/** Behaves once, then hangs, so that the effect of the first response can be observed. */
const first = (behaviour: Behaviour): Behaviour => {
  let isFirst = true
  return (visit, honest) => {
    if (!isFirst && visit.method === 'POST') return 'hang'
    isFirst = false
    return behaviour(visit, honest)
  }
}

function* manyBytes() {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 100; count++) yield megabyte
}

const manyEntries = Array.from({ length: 30_000 }, (_, at) => [`V${at}`, `a secret ${at}`])
const manyValues = Object.fromEntries(manyEntries)

const cases: Record<string, Case> = {
  'slowly, with 201': {
    answer: async (_, honest) => {
      await sleep(100)
      return { ...honest(), status: 201 }
    },
    ends: 'ready',
  },
  never: {
    isLate: true,
    answer: () => 'hang',
    ends: 'uncertain',
    customer: /keeps retrying.*did not answer/,
    service: /did not answer \(timeout after/,
  },
  'with a redirect to a private address': {
    answer: say(302, '', { location: 'http://10.0.0.1/secret' }),
    ends: 'gone',
    customer: said('Pigeons answered with a redirect \\(302\\), which is not followed.'),
    service: /It answered 302; redirects are not followed/,
  },
  'with an HTML page': {
    answer: say(200, '<!doctype html><p>Welcome'),
    ends: 'gone',
    customer: said('The answer 200 is not JSON.'),
    service: unnamed,
  },
  'with an error as an HTML page': {
    answer: say(500, '<h1>Oh\nno</h1>'),
    ends: 'gone',
    customer: said('Oh no'),
    service: /It answered 500/,
  },
  'with 100 MB': {
    answer: ({ method }, honest) =>
      method === 'POST' ? { status: 200, body: Readable.from(manyBytes()) } : honest(),
    ends: 'gone',
    customer: /\[.*is longer than/,
    service: unnamed,
  },
  'with truncated JSON': {
    answer: say(200, '{"id":"r-1","config":{"PIGEON_URL":"pigeon://user:secr'),
    ends: 'gone',
    customer: said('The answer 200 is not JSON.'),
    service: unnamed,
  },
  'without an id': {
    answer: say(200, { config: {} }),
    ends: 'gone',
    customer: said("'id' must be a text; it is missing."),
    service: unnamed,
  },
  'with an id that would change the URL path': {
    answer: say(201, { id: '..' }),
    ends: 'gone',
    customer: /'id' cannot be/,
    service: unnamed,
  },
  'with an id that has a line break': {
    answer: say(200, { id: 'r\r\nx: y' }),
    ends: 'gone',
    customer: /none of them a control/,
    service: unnamed,
  },
  'with 204': {
    answer: say(204, ''),
    ends: 'gone',
    customer: /\[It answered 204 with an empty body/,
    service: unnamed,
  },
  'with an empty body': {
    answer: say(200, ' '),
    ends: 'gone',
    customer: /\[It answered 200 with an empty body/,
    service: unnamed,
  },
  'with null': {
    answer: say(200, 'null'),
    ends: 'gone',
    customer: /must be an object; it is null/,
    service: unnamed,
  },
  'with a list': {
    answer: say(201, '[{"id":"r-1"}]'),
    ends: 'gone',
    customer: /must be an object; it is a list/,
    service: unnamed,
  },
  'with an empty id': {
    answer: say(200, { id: '', config: {} }),
    ends: 'gone',
    customer: /'id' must have 1 to/,
    service: unnamed,
  },
  'with another protocol': {
    answer: say(101, '', { connection: 'upgrade', upgrade: 'x' }),
    ends: 'gone',
    customer: /answered 101, which nobody asked for/,
    service: unnamed,
  },
  'with an error without a body': {
    answer: say(500, ''),
    ends: 'gone',
    customer: said('Pigeons answered 500 with an empty body.'),
    service: /500/,
  },
  'with the gateway timeout page of a proxy': {
    answer: say(504, '<h1>Gateway Time-out</h1>'),
    ends: 'uncertain',
    customer: /keeps retrying. It answered 504/,
    service: /answered 504/,
  },
  'with a rejection and message under a gateway status': {
    answer: say(502, { id: 'error', message: 'No pigeons left.', config: {} }),
    ends: 'gone',
    customer: said('No pigeons left.'),
    service: /It answered 502/,
  },
  'with a number for an id': {
    answer: say(200, { id: 42 }),
    isNamed: true,
    ends: 'gone',
    customer: said("'id' must be a text; it is a number."),
    service: /'id' must/,
  },
  'with values that are not strings': {
    answer: say(200, { id: 'r-7', config: { PIGEON_URL: { host: 'x' } } }),
    isNamed: true,
    ends: 'gone',
    customer: /'config.PIGEON_URL' must be a text/,
    service: /must be a text/,
  },
  'with variables that are not in its manifest': {
    answer: say(200, { id: 'r-8', config: { PATH: '/evil', PIGEON_URL: 'pigeon://x' } }),
    ends: 'ready',
    service: /'config.PATH' is not in the manifest/,
  },
  'with an unterminated page of a megabyte': {
    answer: say(500, '<'.repeat(1_000_000)),
    ends: 'gone',
    customer: /^Error from provider: \[<{500}…\]$/,
    service: /answered 500/,
  },
  'with too many variables': {
    answer: say(200, { id: 'r-9', config: manyValues }),
    isNamed: true,
    ends: 'gone',
    customer: /more than 1000 keys/,
    service: /more than 1000 keys/,
  },
  'with hundreds of variables that are not in its manifest': {
    answer: say(200, { id: 'r-10', config: Object.fromEntries(manyEntries.slice(0, 900)) }),
    ends: 'ready',
    service: /^.{1000}…$/,
  },
  'with a rejection and its reason': {
    answer: say(422, { id: 'error', message: 'No pigeons left.', config: {} }),
    ends: 'gone',
    customer: said('No pigeons left.'),
    service: /It answered 422/,
  },
  'with a rejection under the wrong status': {
    answer: say(200, { id: 'error', message: 'No pigeons left.', config: {} }),
    ends: 'gone',
    customer: said('No pigeons left.'),
    service: /4xx says so/,
  },
  'with its own password in the message': {
    answer: say(401, `unknown password ${'p'.repeat(40)}`),
    ends: 'gone',
    customer: said('unknown password •••'),
    service: /It answered 401/,
  },
  'with an incomplete body': {
    isLate: true,
    answer: () => ({ status: 200, body: '{', headers: { 'content-length': '100' } }),
    ends: 'uncertain',
    customer: /keeps retrying/,
    service: /did not answer \((connection reset|timeout)/,
  },
}

describe('provider response to an order', { concurrency: 4 }, () => {
  for (const [how, { answer, ends, customer, service, isLate, isNamed }] of Object.entries(cases)) {
    test(`${how}: the add-on is ${ends}, and customer and provider get the reason`, async () => {
      await using market = await openMarket()
      // Waited out; it has to be enough for a busy machine to send the order.
      if (isLate) market.platform.policies.providerTimeout = 5000
      market.service.behave(first(answer))
      const { sentence, trouble } = await settle(market, ends)
      assert.match(sentence, customer ?? /^$/)
      assert.match(trouble, service ?? /^$/)
      const kept = JSON.stringify(await market.deliveries())
      assert.doesNotMatch(kept, /secr|evil|pppp|10\.0\.0\.1/)
      if (ends === 'uncertain') return
      const methods = market.service.visits.map(({ method }) => method)
      assert.deepEqual(methods, isNamed ? ['POST', 'DELETE'] : ['POST'])
      assert.deepEqual(await market.platform.store.addons.listScheduled(), [])
    })
  }
})

/** Orders, and waits until deprovisioning is complete. */
async function settle({ order, deliveries, platform, account }: Market, ends: Case['ends']) {
  const ordered = await order().catch((error) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.kind, error.details.reason], ['unavailable', 'provider-failed'])
    return error
  })
  const trouble = (await deliveries()).findLast(({ purpose }) => purpose === 'provision')?.trouble
  if (ordered instanceof Refusal) {
    assert.equal(ends, 'gone')
    await until(
      async () => (await platform.store.addons.listOf(account.organisationId)).length === 0,
      { timeout: 300_000, what: 'the end of the add-on' },
    )
    return { sentence: ordered.message, trouble: trouble ?? '' }
  }
  assert.equal(ordered.state, ends)
  return { sentence: ordered.trouble, trouble: trouble ?? '' }
}
