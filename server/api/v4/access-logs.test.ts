import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import type { ApplicationId, OrganisationId } from '#platform/model/ids.ts'
import type { AccessLogLine } from '#platform/model/observability/access-log.ts'
import { storeAccessLines } from '#platform/observability/logs/access-lines.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

const entryOf = (applicationId: ApplicationId, path: string): AccessLogLine => ({
  date: Date.now() - 1000,
  applicationId,
  instanceId: '00000000-0000-4000-8000-000000000001',
  requestId: 'id-1',
  bytesIn: 1,
  bytesOut: 2,
  source: { ip: '192.0.2.1', port: 1000 },
  destination: { ip: '127.0.0.1', port: 443 },
  http: {
    request: { host: 'app.test', method: 'GET', path, scheme: 'https' },
    response: { statusCode: 200, time: 12.3 },
  },
})

test('access log: is streamed in the public shape under both paths, and forgotten with its application', async () => {
  await using api = await openTestApi()
  const application = await api.application()
  const { id, ownerId, zone } = application
  const lines = [
    entryOf(id, '/one'),
    { date: Date.now() - 900, applicationId: id, dropped: 7 },
    entryOf(id, '/two'),
    entryOf('app_deleted', '/three'),
  ]
  await storeAccessLines(
    api.platform,
    lines.map((line) => ({ line, text: JSON.stringify(line) })),
  )
  const reader = await addPerson(api, { name: 'Ann', at: ownerId as OrganisationId })
  const authorization = plaintextHeader(await credentialsOf(api, reader.id))
  const until = new Date().toISOString()
  for (const family of ['accesslogs', 'logs']) {
    const path = `/v4/${family}/organisations/${ownerId}/applications/${id}/accesslogs`
    const answer = await fetch(`${api.url}${path}?until=${until}&throttleElements=2000`, {
      headers: { authorization },
      signal: AbortSignal.timeout(300_000),
    })
    assert.equal(answer.status, 200)
    const events = (await answer.text()).split('\n\n').filter((event) => /ACCESS_LOG/.test(event))
    const entries = events.map((event) => JSON.parse(/^data:(.*)$/m.exec(event)?.[1] ?? ''))
    assert.deepEqual(
      entries.map(({ http }) => http.request.path),
      ['/one', '/two'],
    )
    const [first] = entries
    assert.equal(first.zone, zone)
    assert.match(first.date, /^\d{4}-.*Z$/)
    assert.equal(typeof first.id, 'string')
    assert.deepEqual(first.source, { ip: '192.0.2.1', port: 1000 })
  }
  assert.deepEqual(await api.platform.accessLogs.read('app_deleted', {}), [])
  await api.platform.accessLogs.forget(id)
  assert.deepEqual(await api.platform.accessLogs.read(id, {}), [])
})
