import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addonMetricsText } from '#cli/metrics/addon-metrics-text.ts'
import { sparkLine } from '#cli/metrics/spark-line.ts'
import { topText } from '#cli/metrics/top-text.ts'
import { createRedraw } from '#cli/terminal/redraw.ts'
import type {
  ApplicationLoad,
  ApplicationMetrics,
  MetricPoint,
} from '#client/resources/applications/metrics.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { application, applicationId, startFakePlatform } from '#tests/support/fake-platform.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { follow } from './top.ts'

const point = (more: Partial<MetricPoint> = {}): MetricPoint => ({
  date: '2026-01-01T00:00:00.000Z',
  cpu: 0.5,
  cpuPercent: 50,
  memoryBytes: 64_000_000,
  memoryPercent: 25,
  diskBytes: null,
  receivedBytes: 10_000,
  sentBytes: 20_000,
  requests: 20,
  requestsPerSecond: 2,
  status: { '1xx': 0, '2xx': 19, '3xx': 0, '4xx': 0, '5xx': 1 },
  statusCodes: { 200: 18, 204: 1, 502: 1 },
  latency: { p50: 3, p95: 40.25, p99: 1234 },
  ...more,
})
const found: ApplicationMetrics = {
  applicationId,
  since: '2026-01-01T00:00:00.000Z',
  until: '2026-01-01T00:00:30.000Z',
  span: 10,
  points: [point(), point({ date: '2026-01-01T00:00:20.000Z', cpuPercent: 100 })],
  instances: [
    { instanceId: 'one', number: 0, flavor: 'XS', points: [point()] },
    { instanceId: 'two', number: null, flavor: null, points: [] },
  ],
}
const load = (name: string, more: Partial<ApplicationLoad> = {}): ApplicationLoad => ({
  applicationId,
  name,
  total: point(),
  instances: [
    { instanceId: 'b', number: 1, flavor: 'XS', state: 'DEPLOYING', load: null },
    { instanceId: 'a', number: 0, flavor: 'XS', state: 'UP', load: point() },
  ],
  ...more,
})

async function platformWith(answer: { metrics?: unknown; loads?: unknown; requests?: unknown }) {
  const platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'hello'))
  platform.api.answers.unshift(
    [/^GET \/v4\/berth\/.*\/metrics$/, () => answer.metrics],
    [/^GET \/v4\/berth\/.*\/load$/, () => answer.loads],
    [/^GET \/v4\/stats\/.*\/requests$/, () => answer.requests],
  )
  await platform.type('login --local')
  return platform
}

test('berth metrics: draws each metric as a line, with its last and its largest value', async () => {
  await using platform = await platformWith({ metrics: found })
  const { out, code } = await platform.type('metrics --app hello --instances --since 1h')
  assert.equal(code, 0)
  const lines = out.split('\n')
  assert.equal(lines[0], 'hello, 2026-01-01 00:00 to 2026-01-01 00:00 UTC, a point lasts 10 s')
  assert.match(lines[2] ?? '', /^CPU +▄ █ +100 % +100 %$/)
  assert.match(out, /^Disk +- +-$/m)
  assert.match(out, /^Received +█ █ +1\.0 kB\/s +1\.0 kB\/s$/m)
  assert.match(out, /^2xx +█ █ +19 +19\n {2}200 +█ █ +18 +18\n {2}204 +█ █ +1 +1\n3xx/m)
  assert.match(out, /^5xx +█ █ +1 +1\n {2}502 +█ █ +1 +1$/m)
  assert.match(out, /^p99 +█ █ +1\.2 s +1\.2 s$/m)
  assert.match(out, /^Instance 0 one, XS$/m)
  assert.match(out, /^Instance \(gone\) two$/m)
  const { query } = platform.api.heard.at(-1) ?? {}
  assert.equal(query?.span, '60')
  assert.equal(query?.instances, 'true')
})

test('berth metrics --addon: shows size, memory and connections, or that nothing is measured', async () => {
  const at = (date: string, diskBytes: number) => ({
    date,
    diskBytes,
    maxDiskBytes: 10_000_000,
    diskPercent: diskBytes / 100_000,
    memoryBytes: null,
    maxMemoryBytes: null,
    memoryPercent: null,
    connections: 3,
    maxConnections: 10,
  })
  const [since, until] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:03:00.000Z']
  const points = [at(since, 2_500_000), at('2026-01-01T00:02:00.000Z', 5_000_000)]
  const text = addonMetricsText({ addonId: 'addon_1', since, until, span: 60, points })
  assert.match(text, /^Size +▄ █ +5\.0 MB +5\.0 MB$/m)
  assert.match(text, /^of its plan +▂ ▄ +50 % +50 %$/m)
  assert.match(text, /^Connections +█ █ +3 +3$/m)
  assert.doesNotMatch(text, /Memory/)
  await using api = await openTypedApi()
  const { store } = api.platform
  const ownerId = api.account.organisationId
  const { provider, plan } = await addOffer(store, { ownerId })
  const { name } = await addAddon(store, provider, plan, { ownerId })
  assert.match(
    (await api.type(`metrics --addon ${name}`)).out,
    /has no metrics from .*: it was not ready/,
  )
})

test('berth metrics: JSON is what the API answers; without points that is said', async () => {
  const answer = { metrics: found }
  await using platform = await platformWith(answer)
  const { out } = await platform.type('metrics --app hello --format json --instance one --span 5m')
  assert.deepEqual(JSON.parse(out), found)
  assert.deepEqual(
    [platform.api.heard.at(-1)?.query.span, platform.api.heard.at(-1)?.query.instance],
    ['300', 'one'],
  )
  answer.metrics = { ...found, points: [] }
  assert.match((await platform.type('metrics --app hello')).out, /hello has no metrics from /)
  assert.match(
    (await platform.type('metrics --app hello --span soon')).err,
    /Invalid --span 'soon'/,
  )
  assert.match((await platform.type('metrics --app hello --since soon')).err, /Invalid time 'soon'/)
})

test('berth top: shows once when standard output is no terminal, as a table or as JSON', async () => {
  await using platform = await platformWith({ loads: [load('hello\x1b]0;x\x07')] })
  const { out } = await platform.type('top')
  assert.match(out, /^APPLICATION +INSTANCE +SIZE +CPU/)
  assert.match(out, /^hello +0 +XS +50 % +64\.0 MB +25 % +- +1\.0 kB +2\.0 kB +2 +1 +40\.3 ms$/m)
  assert.match(out, /^ +1 deploying +XS +- +-/m)
  assert.deepEqual(JSON.parse((await platform.type('top --app hello --format json')).out).length, 1)
  assert.equal(platform.api.heard.at(-1)?.query.application, applicationId)
})

test('berth top --requests: shows the rate and the status codes of each application', async () => {
  const live = {
    applicationId,
    name: 'hello\x1b]0;x\x07',
    accessCount: 20,
    zone: 'par',
    lat: 48,
    long: 2,
    requestsPerSecond: 2,
    status: point().status,
    statusCodes: { 200: 18, 204: 1, 502: 1 },
  }
  const requests = [live]
  await using platform = await platformWith({ requests })
  const { out } = await platform.type('top --requests')
  assert.match(out, /^hello +2 +19 +0 +0 +1 +200: 18, 204: 1, 502: 1$/m)
  const json = await platform.type('top --requests --app hello --format json')
  assert.deepEqual(JSON.parse(json.out), [live])
  assert.equal(platform.api.heard.at(-1)?.query.application, applicationId)
  requests.length = 0
  assert.match((await platform.type('top --requests')).out, /^No requests in the last ten seconds/)
})

test('berth top: busiest applications come first, and an idle organisation is said to be so', () => {
  const busy = load('busy', { total: point({ cpu: 3 }) })
  const text = topText([load('zulu'), load('alpha'), busy])
  assert.deepEqual(text.match(/^[a-z]+/gm), ['busy', 'alpha', 'zulu'])
  assert.equal(topText([]), 'Nothing runs.')
})

test('berth top: refreshes in place, survives a failure and ends with its signal', async () => {
  const shown: string[] = []
  const ending = new AbortController()
  const answers = [() => [load('first')], () => Promise.reject(new Error('refused')), () => []]
  await follow(
    async () => ({ text: topText(await (answers.shift() ?? (() => []))()) }),
    (text) => {
      shown.push(text)
      if (shown.length === 3) ending.abort()
    },
    { interval: 1, signal: ending.signal },
  )
  assert.match(shown[0] ?? '', /first/)
  assert.match(shown[1] ?? '', /^No answer: refused\n/)
  assert.match(shown[2] ?? '', /^Nothing runs\.\n/)
})

test('redraw: moves up over the lines drawn before, and never draws more than fits', () => {
  let out = ''
  const draw = createRedraw(
    {
      out: (text) => {
        out = text
      },
    },
    () => ({ columns: 4, rows: 4 }),
  )
  draw('one\ntwo')
  assert.equal(out, '\x1b[Jone\ntwo\n')
  draw('wider than it\nb\nc\nd\ne')
  assert.equal(out, '\x1b[2A\x1b[Jwide\nb\n… 3 \n')
  draw('x')
  assert.equal(out, '\x1b[3A\x1b[Jx\n')
})

test('spark line: is scaled to its largest value, and unknown values are blanks', () => {
  assert.equal(sparkLine([0, 1, null, 8, 4]), '▁▁ █▄')
  assert.equal(sparkLine([50, 100], 100), '▄█')
  assert.equal(sparkLine([0, 0]), '▁▁')
})
