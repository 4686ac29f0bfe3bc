import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { createApp } from './http/app.ts'

let api: TestApi
let operator: Person
before(async () => {
  api = await openTestApi()
  operator = await somebody(api)
  api.platform.policies.operators = [operator.email]
})
after(() => api[Symbol.asyncDispose]())

async function health(authorization?: string): Promise<unknown> {
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await api.ask(`${api.url}/health`, { headers })
  assert.equal(answer.status, 200)
  return answer.json()
}

test('/health: operators also get version, commit and date of the platform', async () => {
  const known = { version: '9.9.9', commit: 'c'.repeat(40), date: '2026-03-04T05:06:07Z' }
  assert.deepEqual(await health(operator.authorization), { status: 'ok', ...known })
  const { operation } = api.platform
  api.platform.operation = {
    ...operation,
    build: async () => ({ version: '9.9.9', commit: null, date: null }),
  }
  assert.deepEqual(await health(operator.authorization), { status: 'ok', version: '9.9.9' })
  api.platform.operation = operation
})

test('/health: strangers, other users and wrong credentials learn that it is up, and nothing else', async () => {
  for (const authorization of [undefined, 'Bearer x', (await somebody(api)).authorization])
    assert.deepEqual(await health(authorization), { status: 'ok' })
})

test('/health: is free without credentials, and counts as a call with any', async () => {
  const { callLimits } = api.platform
  const costs: (number | undefined)[] = []
  api.platform.callLimits = { ...callLimits, count: (_, cost) => void costs.push(cost) }
  await health()
  await health('Bearer x')
  await health(operator.authorization)
  api.platform.callLimits = callLimits
  assert.deepEqual(costs, [0, 1, 1])
})

test('/health: credentials that came in clear count for nothing', async () => {
  const safe = { ...api.listener.addresses(), api: 'https://berth.example.test' }
  const app = createApp({ ...api.listener, addresses: () => safe })
  const { authorization } = operator
  const ask = async (connection: { peer: string; isTls: boolean }) => {
    const request = new Request('http://berth.example.test/health', { headers: { authorization } })
    const answer = await app.fetch(request, { target: '/health', ...connection })
    return (await answer.json()) as object
  }
  assert.deepEqual(await ask({ peer: '192.0.2.7', isTls: false }), { status: 'ok' })
  assert.deepEqual(Object.keys(await ask({ peer: '192.0.2.7', isTls: true })), [
    'status',
    'version',
    'commit',
    'date',
  ])
})
