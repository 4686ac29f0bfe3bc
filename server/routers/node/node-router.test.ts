import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { AccessLogEntry, AccessLogLine } from '#platform/model/observability/access-log.ts'
import { certificatesContract } from '#routers/certificates.contract.ts'
import { ControlClient } from '#routers/control/control-client.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { LaunchError } from '#routers/control/launch.ts'
import { hostileHttp2Contract } from '#routers/hostile-http2.contract.ts'
import { hostileVisitorsContract } from '#routers/hostile-visitors.contract.ts'
import { http2Contract } from '#routers/http2.contract.ts'
import { sparesContract } from '#routers/spares.contract.ts'
import { tcpContract } from '#routers/tcp.contract.ts'
import { trafficContract } from '#routers/traffic.contract.ts'
import { visitorLimitsContract } from '#routers/visitor-limits.contract.ts'
import { visitorRulesContract } from '#routers/visitor-rules.contract.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { authority, nodeYard } from '#tests/support/visitors/node-yard.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { openNodeRouter } from './node-router.ts'

const yards = routerYards(nodeYard)
trafficContract('node', yards)
hostileVisitorsContract('node', yards)
certificatesContract('node', yards)
http2Contract('node', yards)
hostileHttp2Contract('node', yards)
visitorRulesContract('node', yards)
tcpContract('node', yards)
visitorLimitsContract('node', yards)
sparesContract('node', yards)

test('node router: one with other settings or of another version is replaced, keeping its routes and ports', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const first = await yard.open()
  await first.traffic.switchTo(routeTo([app.address]))
  const old = notedProcess(yard.options.folder)
  first.close()
  const second = await yard.open({ answerTimeout: 12_345 })
  assert.notEqual(notedProcess(yard.options.folder), old)
  assert.deepEqual(second.ports, first.ports)
  assert.equal((await visit(second.ports.http)).body, 'app')
  second.close()
})

test('node router: what its predecessor was told to do late, it does not', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const router = await yard.open()
  await router.traffic.switchTo(routeTo([app.address]))
  const { folder } = yard.options
  const pid = notedProcess(folder) ?? assert.fail('it is not noted')
  const control = new ControlClient(folder)
  const answer = await control.ask({ kind: 'leave', grace: 0, pid: pid + 1 }, 300_000)
  assert.deepEqual(answer, {})
  await control.ask({ kind: 'digest' }, 300_000)
  assert.equal((await visit(router.ports.http)).body, 'app')
  await control.ask({ kind: 'leave', grace: 0, pid }, 300_000)
  control.close()
  const isReplaced = () => ![pid, undefined].includes(notedProcess(folder))
  await until(isReplaced, { timeout: 300_000, what: 'the router after it' })
  router.close()
})

test('node router: behind a proxy, visitors are redirected to the public HTTPS port', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const sent = async (publicHttpsPort: number) => {
    const { traffic, ports, close } = await yard.open({ publicHttpsPort })
    await traffic.switchTo(routeTo([app.address], { forceHttps: true }))
    const { headers } = await visit(ports.http, { path: '/a' })
    close()
    return headers.location
  }
  assert.equal(await sent(443), 'https://app.test/a')
  assert.equal(await sent(8443), 'https://app.test:8443/a')
})

test('node router: a port in use fails the start with the name of its setting, and leaves no process', async () => {
  await using taken = await startNamed('taken')
  for (const [port, setting] of [
    ['httpPort', 'BERTH_HTTP_PORT'],
    ['httpsPort', 'BERTH_HTTPS_PORT'],
  ] as const) {
    await using yard = await nodeYard()
    await assert.rejects(yard.open({ [port]: taken.address.port }), (error: LaunchError) => {
      assert.ok(error instanceof LaunchError)
      assert.equal(error.code, 'EADDRINUSE')
      assert.equal(error.setting, setting)
      assert.match(error.message, new RegExp(`port ${taken.address.port} .* is in use.*${setting}`))
      return true
    })
    assert.equal(notedProcess(yard.options.folder), undefined)
  }
})

test('node router: runs in its own session, ends on stop, and not on close', async () => {
  await using yard = await nodeYard()
  const { folder } = yard.options
  const first = await openNodeRouter(yard.options)
  const pid = notedProcess(folder)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  assert.equal(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]), pid)
  first.close()
  const second = await openNodeRouter(yard.options)
  assert.equal(notedProcess(folder), pid)
  await second.stop()
  assert.equal(notedProcess(folder), undefined)
  await assert.rejects(visit(second.addresses.http), { code: 'ECONNREFUSED' })
})

test('node router: the access log has a line for each request, without its query', async () => {
  await using yard = await nodeYard()
  await using app = await startWebApplication((request, response) => request.pipe(response))
  const router = await openNodeRouter(yard.options)
  const entries: AccessLogLine[] = []
  const log = await router.followAccessLog(async (lines) => {
    entries.push(...lines.map(({ line }) => line))
  })
  const route = routeTo([app.address])
  await router.switchTo(route)
  const { headers } = await visit(router.addresses.http, {
    method: 'POST',
    path: `/${'long'.repeat(500)}?token=secret`,
    body: 'four',
  })
  await visit(router.addresses.http, { host: 'nobody.test' })
  await router.switchTo({ ...route, upstreams: [] })
  await visit(router.addresses.http, { path: '/"\\?' })
  await until(() => entries.length === 2, { timeout: 300_000, what: 'the lines' })
  await log.close()
  const [first, stopped] = entries as AccessLogEntry[]
  assert.equal(first?.applicationId, 'app_one')
  assert.equal(first?.instanceId, route.upstreams[0]?.instanceId)
  assert.equal(first?.requestId, headers['x-request-id'])
  assert.deepEqual([first?.bytesIn, first?.bytesOut], [4, 4])
  assert.equal(first?.source.ip, '127.0.0.1')
  assert.equal(first?.destination.port, router.addresses.http)
  const { request, response } = first?.http ?? assert.fail()
  assert.deepEqual([request.host, request.method, request.scheme], ['app.test', 'POST', 'http'])
  assert.ok(request.path.startsWith('/longlong') && request.path.length < 1100)
  assert.ok(!JSON.stringify(first).includes('secret'))
  assert.equal(response.statusCode, 200)
  assert.equal(stopped?.instanceId, undefined)
  assert.equal(stopped?.http?.request.path, '/"\\')
  assert.equal(stopped?.http?.response.statusCode, 503)
  await router.stop()
})

test('node router: an application with too many requests loses lines of its access log, which are counted', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const router = await openNodeRouter({ ...yard.options, accessLogRate: 2 })
  const lines: AccessLogLine[] = []
  const following = await router.followAccessLog(async (some) => {
    lines.push(...some.map(({ line }) => line))
  })
  await router.switchTo(routeTo([app.address]))
  const dropped = () => lines.reduce((sum, line) => sum + ('dropped' in line ? line.dropped : 0), 0)
  let sent = 0
  const askMore = async () => {
    for (let n = 0; n < 10; n += 1) await visit(router.addresses.http)
    sent += 10
    return dropped() > 0
  }
  await until(askMore, { timeout: 300_000, what: 'a count of dropped lines' })
  assert.ok(dropped() <= sent)
  await following.close()
  await router.stop()
})

test('node router: a host that no certificate can name does not block its application', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const said: string[] = []
  const router = await yard.open({ say: (sentence) => said.push(sentence) })
  await router.traffic.switchTo(routeTo([app.address], { hosts: ['app.test', '-odd-.test'] }))
  assert.equal((await visit(router.ports.http, { host: '-odd-.test' })).body, 'app')
  assert.match(said.join('\n'), /no certificate for -odd-\.test/)
  router.close()
})

test("node router: its folder is private and never contains the authority's key", async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const { folder } = yard.options
  const router = await yard.open()
  await router.traffic.switchTo(routeTo([app.address]))
  const secret = authority.key.split('\n')[1] ?? ''
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name))
    assert.equal(found.mode & 0o077, 0, name)
    if (!found.isFile()) continue
    assert.ok(!(await readFile(join(folder, name), 'utf8')).includes(secret), name)
  }
  assert.equal((await stat(folder)).mode & 0o077, 0)
  router.close()
})
