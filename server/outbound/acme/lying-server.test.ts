import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { AcmeError } from '#platform/model/hosting/acme-client.ts'
import {
  type FakeAcmeServer,
  type FakeAnswer,
  startFakeAcmeServer,
  usual,
} from '#tests/support/certificates/fake-acme-server.ts'
import { createAcmeClient } from './acme-client.ts'

const host = 'shop.test'
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
let server: FakeAcmeServer

before(async () => {
  server = await startFakeAcmeServer()
})
after(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  server.answers.clear()
  server.asked.length = 0
})

const order = (directory = server.directory, ordered = host) => {
  const authorities = [server.authority]
  const client = createAcmeClient({
    directory,
    email: '',
    challenge: 'http-01',
    authorities,
    maxOrdersPerHour: 20,
    pollEvery: 1,
  })
  const account = { directory, key, url: `${server.directory}/account/1` }
  const signal = AbortSignal.timeout(300_000)
  return client.order({ account, host: ordered, signal, present: async () => {} })
}

const pem = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'
const problem = (type: string, detail: string) => ({
  type: `urn:ietf:params:acme:error:${type}`,
  detail,
})
const orderWith = (body: object): FakeAnswer => ({
  status: 201,
  body: { status: 'pending', authorizations: [], ...body },
  headers: { location: 'https://localhost/order' },
})

const lies: Record<string, [path: string, FakeAnswer, AcmeError['kind'], RegExp]> = {
  'a limit with seconds': [
    '/order',
    { status: 429, headers: { 'retry-after': '7200' }, body: problem('rateLimited', 'too many') },
    'limited',
    /limits orders: too many/,
  ],
  'an error of its own': [
    '/order',
    { status: 500, body: 'oops' },
    'unavailable',
    /failed: status 500/,
  ],
  'a redirect': [
    '/dir',
    { status: 302, headers: { location: 'http://127.0.0.1/' } },
    'unavailable',
    /redirect \(302\)/,
  ],
  'a refusal': [
    '/order',
    { status: 403, body: problem('rejectedIdentifier', 'No\n\u001b[31mway') },
    'rejected',
    /refused: No \[31mway$/,
  ],
  'a page instead of a directory': ['/dir', { body: '<html>' }, 'unavailable', /not ACME/],
  'an answer of 10 MB': [
    '/dir',
    { body: 'x'.repeat(10_000_000) },
    'unavailable',
    /more than 262144/,
  ],
  'a directory with another scheme': [
    '/dir',
    { body: { newNonce: 'file:///etc/passwd', newOrder: 'http://127.0.0.1/' } },
    'unavailable',
    /is not an HTTPS address/,
  ],
  'a directory at a private address': [
    '/dir',
    { body: { newNonce: 'https://127.0.0.1:1/', newOrder: 'https://127.0.0.1:1/' } },
    'unavailable',
    /127\.0\.0\.1, which is a private address/,
  ],
  'an order that is not one': ['/order', { ...orderWith({}), body: 'null' }, 'unavailable', /not/],
  'an order with 1,000 authorisations': [
    '/order',
    orderWith({ authorizations: Array(1000).fill('https://localhost/authz') }),
    'unavailable',
    /more to be verified/,
  ],
  'an order of an unknown state': [
    '/order',
    { status: 201, body: { status: 'odd', authorizations: ['x'] }, headers: { location: 'x' } },
    'unavailable',
    /in the state odd/,
  ],
  'a certificate that is JSON': ['/cert', { body: { no: 'pem' } }, 'unavailable', /not PEM/],
}

for (const [what, [path, answer, kind, sentence]] of Object.entries(lies)) {
  test(`ACME server that lies: ${what} is an error with a sentence, after few requests`, async () => {
    server.answers.set(path, () => answer)
    await assert.rejects(order(), (error: AcmeError) => {
      assert.ok(error instanceof AcmeError, error.stack)
      assert.equal(error.kind, kind)
      assert.match(error.message, sentence)
      assert.ok(error.message.length < 500)
      if (kind === 'limited') assert.equal(error.retryAfter, 7_200_000)
      return true
    })
    assert.ok(server.asked.length <= 12, `${server.asked}`)
  })
}

test("ACME server: problems of the platform's account blame no host, and errors of its own not everybody", async () => {
  for (const type of ['accountDoesNotExist', 'userActionRequired', 'externalAccountRequired']) {
    server.answers.set('/order', () => ({ status: 403, body: problem(type, 'No') }))
    await assert.rejects(order(), { kind: 'unavailable', problem: type })
  }
  server.answers.set('/order', () => ({ status: 500 }))
  await assert.rejects(order(), { kind: 'unavailable', hasAnswered: true })
  await assert.rejects(order('https://localhost:1/dir'), { hasAnswered: false })
})

test('ACME order: a host of more than 64 characters is requested without a common name, which it would not fit in', async () => {
  server.answers.set('/cert', () => ({ body: pem }))
  const origin = new URL(server.directory).origin
  const requests: Buffer[] = []
  server.answers.set('/finalize', (_, { csr = '' }) => {
    requests.push(Buffer.from(csr, 'base64url'))
    return usual(origin, '/finalize', host)
  })
  const long = `${'a'.repeat(60)}.shop.test`
  await order(server.directory, long)
  await order()
  const counts = [long, host].map((name, at) => requests[at]?.toString('latin1').split(name).length)
  assert.deepEqual(counts, [2, 3], 'the alternative name alone, and both')
})

test('ACME server that lies: the challenge of another host is not answered', async () => {
  const origin = new URL(server.directory).origin
  server.answers.set('/order', () => orderWith({ authorizations: [`${origin}/authz`] }))
  server.answers.set('/authz', () => ({
    body: { status: 'pending', identifier: { type: 'dns', value: 'victim.test' }, challenges: [] },
  }))
  await assert.rejects(order(), { kind: 'unavailable', message: /another host/ })
})

test('ACME server: a request is repeated with a new nonce, but not for ever', async () => {
  const origin = new URL(server.directory).origin
  server.answers.set('/cert', () => ({ body: pem }))
  const wanted = {
    status: 400,
    body: problem('badNonce', 'old'),
    headers: { 'replay-nonce': 'new' },
  }
  let refusals = 2
  server.answers.set('/order', () => (refusals-- > 0 ? wanted : usual(origin, '/order', host)))
  assert.equal((await order()).certificate, pem)
  server.asked.length = 0
  server.answers.set('/order', () => wanted)
  await assert.rejects(order(), { kind: 'unavailable', message: /refuses every nonce/ })
  assert.equal(server.asked.filter((each) => each === 'POST /order').length, 5)
})

test('ACME server that is down: it is unavailable, whatever its address', async () => {
  await assert.rejects(order('https://localhost:1/dir'), { kind: 'unavailable' })
})

test('ACME server: one that works gives the certificate that it has for the key of the order', async () => {
  server.answers.set('/cert', () => ({ body: pem }))
  const { certificate, key: own } = await order()
  assert.equal(certificate, pem)
  assert.match(own, /BEGIN PRIVATE KEY/)
})
