import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createCallLimits } from '#platform/identity/access/limits/create-call-limits.ts'
import { createStreamLimits } from '#platform/identity/access/limits/create-stream-limits.ts'
import { bearerOf, somebody, tokenOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** Concurrent log streams per user, over all credentials and logs. */
let api: TestApi
before(async () => {
  api = await openTestApi()
  api.platform.callLimits = createCallLimits(0, Date.now)
})
after(() => api[Symbol.asyncDispose]())

test('stream limit: applies per user over all credentials, and does not affect other users', async () => {
  const { organisationId } = api.account
  const logs = await Promise.all([1, 2, 3].map(() => api.application()))
  const paths = logs.map(
    ({ id }) => `/v4/logs/organisations/${organisationId}/applications/${id}/logs`,
  )
  const ann = await somebody(api, { role: 'ADMIN', organisationId })
  const bob = await somebody(api, { role: 'ADMIN', organisationId })
  const bearer = await bearerOf(api, ann.id)
  const leaving = new AbortController()
  const follow = async (listener: string, authorization: string, path = '') => {
    const { signal } = leaving
    const answer = await fetch(listener + path, { headers: { authorization }, signal })
    if (answer.status === 200) void answer.body?.pipeTo(new WritableStream()).catch(() => {})
    return answer
  }
  const statuses: number[] = []
  for (let at = 0; at < 50; at += 1) {
    const [listener, { authorization }] =
      at % 2 === 0 ? [api.url, await tokenOf(api, ann.id)] : [api.bridge, bearer]
    statuses.push((await follow(listener, authorization, paths[at % 3])).status)
  }
  assert.deepEqual(new Set(statuses), new Set([200]))
  const refused = await follow(api.url, ann.authorization, paths[0])
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
  assert.match(await refused.text(), /You have 50 streams open already/)
  assert.equal((await follow(api.url, bob.authorization, paths[0])).status, 200)
  leaving.abort()
  const again = async () => {
    const { authorization } = ann
    const answer = await fetch(api.url + paths[0], { headers: { authorization } })
    await answer.body?.cancel()
    return answer.status === 200
  }
  await until(again, { timeout: 300_000, what: 'a free slot' })
})

test('stream limit: one reader cannot use up the slots of a log, and a log has a maximum of readers', () => {
  const limits = createStreamLimits()
  const take = (reader: string) => limits.take({ reader, source: 'app_1' })
  for (const reader of ['a', 'b']) for (let at = 0; at < 20; at += 1) take(reader)
  assert.throws(() => take('a'), { kind: 'limited', message: /You read this 20 times already/ })
  const others = Array.from({ length: 10 }, (_, at) => take(`c${at}`))
  assert.throws(() => take('d'), { kind: 'limited', message: /There are 50 readers of this/ })
  limits.take({ reader: 'd', source: 'app_2' })
  others[0]?.dispose()
  take('d')
})
