import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InstanceId } from '#platform/model/ids.ts'
import { readPlatformFigures } from '#platform/overview/platform-figures.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: TestApi
let operator: Person

before(async () => {
  api = await openTestApi()
  operator = await somebody(api)
  api.platform.policies.operators = [operator.email]
})
after(() => api[Symbol.asyncDispose]())

const ask = (authorization?: string) =>
  api.ask(`${api.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })

/** Series of a page, by name with labels. */
async function seriesOf(authorization: string): Promise<Map<string, number>> {
  const answer = await ask(authorization)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([a-z_]+(?:\{[^{}]*\})?) (\S+)$/.exec(line) ?? []
      assert.ok(name && Number.isFinite(Number(value)), line)
      return [name, Number(value)]
    }),
  )
}

test('/metrics: is for operators, and for whoever has the token of the setting', async () => {
  const { policies } = api.platform
  const stranger = await somebody(api)
  assert.equal((await ask()).status, 401)
  assert.equal((await ask(stranger.authorization)).status, 403)
  assert.equal((await ask('Bearer ')).status, 401)
  assert.equal((await ask('Bearer undefined')).status, 401)
  assert.equal((await ask(operator.authorization)).status, 200)
  policies.metricsToken = 'a-token-of-the-monitoring'
  assert.equal((await ask('Bearer a-token-of-the-monitoring')).status, 200)
  assert.equal((await ask('Bearer a-token-of-the-monitorinG')).status, 401)
  assert.equal((await ask(stranger.authorization)).status, 403)
  policies.metricsToken = undefined
})

test('/metrics: shows the platform, its deployments, instances and router', async () => {
  const application = await api.application()
  await api.deploy(application, commitOf('1'))
  const instances = await api.platform.store.instances.listOf(application.id)
  const instanceId = instances[0]?.id as InstanceId
  await api.platform.metrics.collect()
  const start = Date.now()
  while (Date.now() === start);
  api.usage.set(instanceId, { memoryBytes: 1234 })
  await api.platform.metrics.collect()
  const latency = [0, 0, 3]
  const status = { '1xx': 0, '2xx': 3, '3xx': 0, '4xx': 0, '5xx': 0 }
  const counted = { applicationId: application.id, instanceId, requests: 3, status, latency }
  api.traffic.counted.routes.push({ ...counted, bytesIn: 5, bytesOut: 6 })
  api.traffic.counted.refused = { connections: 7, idleConnections: 8, requests: 9 }

  const series = await seriesOf(operator.authorization)
  assert.equal(series.get('berth_instances{state="up"}'), 1)
  const build = `version="9.9.9",commit="${'c'.repeat(40)}",date="2026-03-04T05:06:07Z"`
  assert.equal(series.get(`berth_build_info{${build}}`), 1)
  assert.equal(series.get('berth_instances_memory_bytes'), 1234)
  assert.equal(series.get('berth_deployments{state="queued"}'), 0)
  assert.equal(series.get('berth_deployments{state="live"}'), 1)
  assert.equal(series.get('berth_router_up'), 1)
  assert.equal(series.get('berth_router_requests_total{status="2xx"}'), 3)
  assert.equal(series.get('berth_router_bytes_total{direction="out"}'), 6)
  assert.equal(series.get('berth_router_refused_total{what="connection"}'), 7)
  assert.equal(series.get('berth_router_refused_total{what="idle_connection"}'), 8)
  assert.equal(series.get('berth_router_refused_total{what="request"}'), 9)
  assert.equal(series.get('berth_router_request_duration_seconds_bucket{le="+Inf"}'), 3)
  assert.equal(series.get('berth_router_request_duration_seconds_count'), 3)
  assert.ok((series.get('berth_server_resident_memory_bytes') ?? 0) > 1e7)
  const calls = 'berth_api_request_duration_seconds_count{method="GET",status="4xx"}'
  assert.ok((series.get(calls) ?? 0) >= 1)
  assert.ok(![...series.keys()].some((name) => name.includes(application.id)))

  api.platform.policies.hasApplicationMetrics = true
  const shown = await seriesOf(operator.authorization)
  assert.equal(shown.get(`berth_application_memory_bytes{application="${application.id}"}`), 1234)
  assert.equal(shown.get(`berth_application_requests_total{application="${application.id}"}`), 3)
  api.platform.policies.hasApplicationMetrics = false
})

test('/metrics: has few series, however many methods and applications there are', async () => {
  for (const method of ['PATCH', 'BREW', 'PROPFIND']) {
    await api.ask(`${api.url}/health`, { method })
  }
  const series = await seriesOf(operator.authorization)
  assert.ok(series.size < 250, `${series.size} series`)
  const methods = [...series.keys()].flatMap((name) => /method="([^"]*)"/.exec(name)?.[1] ?? [])
  assert.deepEqual([...new Set(methods)].toSorted(), ['GET', 'other'])
})

test('/metrics: answers while the router is being restarted', async () => {
  const { platform } = api
  const silent = {
    ...platform,
    traffic: { ...platform.traffic, statistics: () => Promise.reject() },
  }
  assert.equal((await readPlatformFigures(silent)).router, undefined)
})
