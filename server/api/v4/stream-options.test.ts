import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { newLine } from '#stores/log-book.contract.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { limitRate } from './stream-options.ts'

test('log stream: a reader gets the fields that it names, at its rate, and every line', async () => {
  await using api = await openTestApi()
  const { platform } = api
  const application = await api.application()
  const messages = ['one', 'two', 'three']
  for (const message of messages) {
    platform.logs.append(newLine(message, { applicationId: application.id, date: Date.now() }))
  }
  const reader = await addPerson(api, { name: 'Ann', at: api.account.organisationId })
  const credentials = await credentialsOf(api, reader.id)
  const path = `/v4/logs/organisations/${application.ownerId}/applications/${application.id}/logs`
  const read = (query: string) =>
    fetch(`${api.url}${path}?until=${new Date().toISOString()}&${query}`, {
      headers: { authorization: plaintextHeader(credentials) },
      signal: AbortSignal.timeout(300_000),
    })
  const query = 'field=message&field=severity&throttleElements=1&throttlePerInMilliseconds=5'
  const events = (await (await read(query)).text()).split('\n\n')
  const lines = events.filter((event) => event.includes('event:APPLICATION_LOG'))
  const bodies = lines.map((event) => JSON.parse(/^data:(.*)$/m.exec(event)?.[1] ?? ''))
  assert.deepEqual(
    bodies,
    messages.map((message) => ({ severity: 'info', message })),
  )
  const refused = await read('throttleElements=0')
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /throttleElements must be from 1/)
})

test('log stream: a line beyond the rate waits for the next period, or for the reader to leave', async () => {
  async function* source() {
    yield* [1, 2, 3]
  }
  const leaving = new AbortController()
  const options = { signal: leaving.signal, now: () => 0 }
  const rate = { maxLines: 2, period: 1e6 }
  const lines = limitRate(source(), rate, options)[Symbol.asyncIterator]()
  assert.deepEqual([(await lines.next()).value, (await lines.next()).value], [1, 2])
  const third = lines.next()
  assert.equal(await Promise.race([third, sleep(20).then(() => 'waits')]), 'waits')
  leaving.abort()
  assert.equal((await third).done, true)
})
