import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/deadline.ts'
import { TestBerth } from '#tests/fixtures/berth.ts'
import { openCollector, textOf } from '#tests/fixtures/collector.ts'
import { PushedApplication } from '#tests/fixtures/pushed-application.ts'

test('an application that variables alone have instrumented sends the traces of its visitors', async () => {
  await using collector = await openCollector()
  await using berth = await TestBerth.start()
  const application = await PushedApplication.create(berth, 'traced', 'opentelemetry')
  const variables = {
    NODE_ENV: 'production',
    NODE_OPTIONS: '--require ./tracing.js',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'shop',
  }
  for (const [name, value] of Object.entries(variables))
    await application.ok('env', 'set', name, '--', value)
  const commit = await application.project.commit('Watched')
  await application.project.git('push', 'berth', 'master')
  assert.equal((await application.ended(commit, 180_000)).state, 'OK')

  assert.equal((await application.visit('/cart?id=3')).body, 'you asked for /cart?id=3\n')
  const span = await until(
    async () => {
      const spans = await collector.spansOf('shop')
      return spans.find((one) => textOf(one, 'url.path') === '/cart')
    },
    { deadline: 60_000, every: 200, what: 'the trace of the visit' },
  )
  assert.match(span.traceId, /^[0-9a-f]{32}$/)
  assert.equal(textOf(span, 'http.request.method'), 'GET')
  assert.equal(textOf(span, 'server.address'), application.host)
})
