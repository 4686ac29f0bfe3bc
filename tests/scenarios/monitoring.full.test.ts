import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  type Collector,
  openCollector,
  type Span,
  textOf,
} from '#tests/support/servers/collector.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Applications instrumented by variables alone, and the collector of their traces. */
let collector: Collector
let berth: TestBerth

before(async () => {
  collector = await openCollector()
  berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await collector?.[Symbol.asyncDispose]()
})

/** Batches that are not flushed before the end of the test. */
const patient = { OTEL_BSP_SCHEDULE_DELAY: '600000' }

async function watched(
  application: PushedApplication,
  variables: Record<string, string>,
  files: Record<string, string> = {},
): Promise<void> {
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables }
  await berth.client.environment.replace(application.record, all)
  await application.project.write(files)
  const commit = await application.project.commit('Watched')
  await application.project.git('push', 'berth', 'master')
  const { state } = await application.ended(commit, 180_000)
  assert.equal(state, 'OK', (await application.log()).join('\n'))
}

const spanOf = (service: string, path: string): Promise<Span> =>
  until(
    async () => {
      const spans = await collector.spansOf(service)
      return spans.find((span) => textOf(span, 'url.path') === path)
    },
    { timeout: 300_000, every: 200, what: `the trace of a visit of ${path}` },
  )

test('OpenTelemetry: traces of requests arrive, the last ones when the instance is stopped', async () => {
  const application = await PushedApplication.create(berth, 'traced', 'opentelemetry')
  const variables = {
    NODE_ENV: 'production',
    NODE_OPTIONS: '--require ./tracing.js',
    OTEL_SERVICE_NAME: 'shop',
  }
  await watched(application, variables)
  assert.equal((await application.visit('/cart?id=3')).body, 'you asked for /cart?id=3\n')
  const span = await spanOf('shop', '/cart')
  assert.match(span.traceId, /^[0-9a-f]{32}$/)
  assert.equal(textOf(span, 'http.request.method'), 'GET')
  assert.equal(textOf(span, 'server.address'), application.host)

  await watched(application, { ...variables, ...patient }, { 'version.txt': '2' })
  await application.visit('/last')
  assert.equal((await collector.spansOf('shop')).some(isAbout('/last')), false)
  await application.ok('stop')
  await spanOf('shop', '/last')
})

const isAbout = (path: string) => (span: Span) => textOf(span, 'url.path') === path

test("OpenTelemetry: Deno's built-in support flushes pending traces when it is stopped", async () => {
  const application = await PushedApplication.create(berth, 'deno', 'deno')
  const server = `const server = Deno.serve({ port: 8080 }, () => new Response('from Deno'))
    Deno.addSignalListener('SIGTERM', () => server.shutdown())
    await server.finished
    Deno.exit()`
  const variables = {
    OTEL_DENO: 'true',
    OTEL_SERVICE_NAME: 'deno-shop',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...patient,
  }
  await watched(application, variables, { 'server.ts': server })
  assert.equal((await application.visit('/cart')).body, 'from Deno')
  await application.ok('stop')
  const span = await spanOf('deno-shop', '/cart')
  assert.equal(textOf(span, 'http.request.method'), 'GET')
})

const snake = `from flask import Flask

app = Flask(__name__)


@app.get("/")
@app.get("/<path>")
def hello(path=""):
    return f"you asked for {path}"
`

test('OpenTelemetry: a Python application is traced by the launcher in front of its command', async () => {
  const application = await PushedApplication.create(berth, 'snake', undefined, undefined, 'python')
  const packages = ['flask==3.1.3', 'gunicorn==27.0.1', 'opentelemetry-distro==0.66b1']
  await watched(
    application,
    {
      CC_RUN_COMMAND: 'opentelemetry-instrument gunicorn --bind 127.0.0.1:9000 app:app',
      OTEL_SERVICE_NAME: 'snake',
      OTEL_TRACES_EXPORTER: 'console',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
    },
    {
      'app.py': snake,
      'requirements.txt': [...packages, 'opentelemetry-instrumentation-flask==0.66b1'].join('\n'),
    },
  )
  assert.equal((await application.visit('/cart')).body, 'you asked for cart')
  await application.logged(/"http\.target": "\/cart"/)
})
