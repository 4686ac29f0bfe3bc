import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Denial of service by a tenant: many API calls, and single calls that are expensive. */
let berth: TestBerth
/** Credentials of a well-behaved user. */
let bystander: Record<string, string>
let flooder: Record<string, string>
const perMinute = 120

before(async () => {
  berth = await TestBerth.start({ BERTH_API_RATE: String(perMinute) })
  const { email, password } = berth.admin
  flooder = { authorization: plaintextHeader({ ...berth.admin }) }
  const answer = await send('POST', `${berth.addresses.bridge}/api-tokens`, {
    body: JSON.stringify({ email, password, name: 'bystander' }),
  })
  const { apiToken } = JSON.parse(answer.text)
  bystander = { authorization: `Bearer ${apiToken}` }
})
after(() => berth?.[Symbol.asyncDispose]())

interface Sent {
  headers?: Record<string, string>
  body?: string
}

/** A request with a timeout that one for which time doubles with each letter cannot meet. */
async function send(method: string, url: string, { headers = {}, body }: Sent = {}) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(120_000),
  })
  return {
    status: answer.status,
    wait: answer.headers.get('retry-after'),
    text: await answer.text(),
  }
}

const api = (method: string, path: string, sent?: Sent) =>
  send(method, berth.addresses.api + path, { headers: flooder, ...sent })

async function othersAreServed() {
  const { status } = await send('GET', `${berth.addresses.bridge}/v2/self`, { headers: bystander })
  assert.equal(status, 200)
}

test('API floods: megabytes of JSON with hundreds of thousands of keys are refused before they are parsed', async () => {
  const { organisationId } = berth.admin
  const many = JSON.stringify(
    Object.fromEntries(Array.from({ length: 280_000 }, (_, key) => [`key${key}`, ''])),
  )
  const fits = JSON.stringify({ env: Array.from({ length: 60_000 }, () => '') })
  const applications = `/v2/organisations/${organisationId}/applications`
  for (const [path, body, sentence] of [
    [applications, many, /larger than 1 MB/],
    [applications, fits, /more than 10000 values/],
    ['/v2/organisations', many, /larger than 64 kB/],
    ['/v2/organisations', `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /nested/],
    // Smaller, as it costs by its size.
    ['/v4/recipes', JSON.stringify(Array(60_001).fill('')), /more than 60000 values/],
  ] as const) {
    const { status, text } = await api('POST', path, { body })
    assert.equal(status, 413, text)
    assert.match(text, sentence)
  }
  await othersAreServed()
})

test('API floods: forms and URLs with thousands of parameters are refused unparsed', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = { headers, body: 'a&'.repeat(30_000) }
  assert.equal((await api('POST', '/v2/sessions/login', form)).status, 413)
  assert.equal((await api('POST', '/v2/oauth/request_token', form)).status, 413)
  assert.equal((await api('GET', `/v2/products/zones?${'a&'.repeat(5000)}`)).status, 414)
  await othersAreServed()
})

test('API floods: inputs for catastrophic backtracking are answered in time', async () => {
  const key = `ssh-rsa AAAA${' '.repeat(16_000)}\nx`
  const sent = await api('PUT', '/v2/self/keys/mine', { body: JSON.stringify(key) })
  assert.equal(sent.status, 400, sent.text)
  const slashes = `${'/'.repeat(120_000)}x`
  const files = { 'package.json': '{"scripts":{"start":"node ."}}' }
  for (const environment of [
    { CC_NPM_REGISTRY: `https://npm.example.org${slashes}`, NPM_TOKEN: 'x' },
    { CC_CACHE_DEPENDENCIES: 'true', CC_OVERRIDE_BUILDCACHE: `a${slashes}` },
    { APP_FOLDER: `a${slashes}` },
  ]) {
    const question = { type: 'node', environment, names: ['package.json'], files }
    const { status } = await api('POST', '/v4/recipes', { body: JSON.stringify(question) })
    assert.ok(status === 200 || status === 400, String(status))
  }
  await othersAreServed()
})

test('API floods: a credential over its rate limit is throttled, and others are not', async () => {
  let refused: Awaited<ReturnType<typeof send>> | undefined
  for (let call = 0; call <= perMinute && !refused; call += 1) {
    const answer = await api('GET', '/v2/self/id')
    if (answer.status === 429) refused = answer
  }
  assert.ok(refused, 'it was never refused')
  assert.match(String(refused.wait), /^[1-9]\d*$/)
  assert.match(refused.text, /"id":429.*"type":"error"/)
  await othersAreServed()
})
