import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { identifyProcess } from '#kit/process/process-identity.ts'
import type { AccessLogEntry, AccessLogLine } from '#platform/model/observability/access-log.ts'
import { nodeCapabilities } from '#routers/capabilities.ts'
import { certificatesContract } from '#routers/certificates.contract.ts'
import { endRouter, notedProcess } from '#routers/control/end-router.ts'
import { LaunchError } from '#routers/control/launch.ts'
import type { RouterProcessOptions } from '#routers/control/router-process.ts'
import { hostileHttp2Contract } from '#routers/hostile-http2.contract.ts'
import { hostileVisitorsContract } from '#routers/hostile-visitors.contract.ts'
import { http2Contract } from '#routers/http2.contract.ts'
import { sparesContract } from '#routers/spares.contract.ts'
import { tcpContract } from '#routers/tcp.contract.ts'
import { trafficContract } from '#routers/traffic.contract.ts'
import { visitorLimitsContract } from '#routers/visitor-limits.contract.ts'
import { root } from '#tests/laws/source-tree.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { openNodeRouter } from './node-router.ts'

const authority = createAuthority('Berth of a test')

async function nodeYard() {
  const top = await mkdtemp(join(tmpdir(), 'berth-router-'))
  const folder = join(top, 'router')
  const options: RouterProcessOptions = {
    folder,
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(root, 'node_modules/.cache/berth'),
  }
  const opened: { close(): void }[] = []
  return {
    capabilities: nodeCapabilities,
    options,
    authority: authority.certificate,
    async open(more: Partial<RouterProcessOptions> = {}) {
      const router = await openNodeRouter({ ...options, ...more })
      opened.push(router)
      return { traffic: router, ports: router.addresses, close: () => router.close() }
    },
    async kill() {
      const pid = notedProcess(folder)
      if (pid === undefined) throw new Error('there is no router')
      process.kill(pid, 'SIGKILL')
      await until(() => notedProcess(folder) !== pid, { timeout: 300_000, what: 'its end' })
    },
    async [Symbol.asyncDispose]() {
      for (const router of opened) router.close()
      await endRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

const yards = routerYards(nodeYard)
trafficContract('node', yards)
hostileVisitorsContract('node', yards)
certificatesContract('node', yards)
http2Contract('node', yards)
hostileHttp2Contract('node', yards)
tcpContract('node', yards)
visitorLimitsContract('node', yards)
sparesContract('node', yards)

test('node router: certificates of many hosts are issued with turns of the event loop between', async () => {
  await using yard = await nodeYard()
  let turns = 0
  const seen: number[] = []
  const { traffic, close } = await yard.open({
    identityFor(host) {
      seen.push(turns)
      setImmediate(() => {
        turns += 1
      })
      return issueCertificate(authority, [host])
    },
  })
  await traffic.switchTo(routeTo([], { hosts: ['a.test', 'b.test', 'c.test', 'd.test'] }))
  close()
  assert.ok(seen.length >= 4)
  assert.notEqual(seen.at(-1), seen.at(-4))
})

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

test('node router: a request under way is still answered when the router is replaced, and its instance drained then', async () => {
  await using yard = await nodeYard()
  const held: ServerResponse[] = []
  await using app = await startWebApplication((_, response) => void held.push(response))
  const first = await yard.open()
  await first.traffic.switchTo(routeTo([app.address]))
  const underWay = visit(first.ports.http)
  await until(() => held.length === 1, { timeout: 300_000, what: 'the request' })
  first.close()
  const second = await yard.open({ answerTimeout: 12_345 })
  let isDrained = false
  const drained = second.traffic.drain([app.address], 300_000).then(() => {
    isDrained = true
  })
  // Answered behind the drain.
  await second.traffic.statistics()
  assert.equal(isDrained, false)
  held[0]?.end('after all')
  assert.equal((await underWay).body, 'after all')
  await drained
  second.close()
})

test('node router: a request over HTTP/2 is still answered when the router is replaced', async () => {
  await using yard = await nodeYard()
  const held: ServerResponse[] = []
  await using app = await startWebApplication((_, response) => void held.push(response))
  const first = await yard.open()
  await first.traffic.switchTo(routeTo([app.address]))
  const session = await connectHttp2(first.ports.https, yard.authority)
  const goneAway = once(session, 'goaway')
  const underWay = visitHttp2(session)
  await until(() => held.length === 1, { timeout: 300_000, what: 'the request' })
  first.close()
  const second = await yard.open({ answerTimeout: 12_345 })
  await goneAway
  held[0]?.end('after all')
  assert.equal(String((await underWay).body), 'after all')
  await until(() => session.destroyed, { timeout: 300_000, what: 'the end of the connection' })
  second.close()
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

test('node router: automatically chosen ports stay the same across starts, unless another process has them', async () => {
  await using yard = await nodeYard()
  const first = await openNodeRouter(yard.options)
  const { http, https } = first.addresses
  await first.stop()
  const second = await openNodeRouter(yard.options)
  assert.deepEqual(second.addresses, { http, https })
  await second.stop()
  const squatter = createServer().listen(http, '127.0.0.1')
  await once(squatter, 'listening')
  const third = await openNodeRouter(yard.options)
  assert.notEqual(third.addresses.http, http)
  assert.equal(third.addresses.https, https)
  await third.stop()
  squatter.close()
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

test('node router: stop during a restart leaves no process', async () => {
  await using yard = await nodeYard()
  const router = await openNodeRouter(yard.options)
  await yard.kill()
  await router.stop()
  assert.equal(notedProcess(yard.options.folder), undefined)
})

test('node router: one that hangs is replaced', async () => {
  await using yard = await nodeYard()
  const first = await yard.open()
  first.close()
  const hung = notedProcess(yard.options.folder) ?? 0
  process.kill(hung, 'SIGSTOP')
  const second = await yard.open()
  assert.notEqual(notedProcess(yard.options.folder), hung)
  assert.equal((await visit(second.ports.http)).status, 404)
  second.close()
})

test('node router: exits when its folder is gone', async () => {
  await using yard = await nodeYard()
  const router = await yard.open()
  router.close()
  const pid = notedProcess(yard.options.folder) ?? 0
  await rm(yard.options.folder, { recursive: true, maxRetries: 10 })
  await until(() => identifyProcess(pid) === undefined, { timeout: 300_000, what: 'its end' })
})

test('node router: works in a folder with a long path', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const folder = join(yard.options.folder, 'a'.repeat(100), 'b'.repeat(100))
  const router = await openNodeRouter({ ...yard.options, folder })
  await router.switchTo(routeTo([app.address]))
  assert.equal((await visit(router.addresses.http)).body, 'app')
  await router.stop()
})

test('node router: an unreadable route table is put aside, and the router works', async () => {
  await using yard = await nodeYard()
  const { folder } = yard.options
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'table.json'), '{"routes":')
  await using app = await startNamed('app')
  const router = await openNodeRouter(yard.options)
  await router.switchTo(routeTo([app.address]))
  assert.equal((await visit(router.addresses.http)).body, 'app')
  assert.equal(await readFile(join(folder, 'table.json.unreadable'), 'utf8'), '{"routes":')
  await router.stop()
})

test('node router: serves from the routes that an earlier version has saved', async () => {
  await using yard = await nodeYard()
  const { folder } = yard.options
  await mkdir(folder, { recursive: true })
  await using app = await startNamed('app')
  const route = {
    applicationId: 'app_one',
    hosts: ['app.test'],
    addresses: [app.address],
    forceHttps: false,
    stickySessions: false,
  }
  await writeFile(join(folder, 'table.json'), JSON.stringify({ routes: [route], identities: {} }))
  const router = await openNodeRouter(yard.options)
  assert.equal((await visit(router.addresses.http)).body, 'app')
  await router.stop()
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

test('node router: certificates are kept across servers, and reissued by a new authority', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  const issued: string[] = []
  const identityFor = (host: string) => {
    issued.push(host)
    return issueCertificate(authority, [host])
  }
  const first = await yard.open({ identityFor })
  await first.traffic.switchTo(routeTo([app.address]))
  await first.traffic.switchTo(routeTo([app.address]))
  assert.deepEqual(
    issued.filter((host) => host === 'app.test'),
    ['app.test'],
  )
  first.close()
  const second = await yard.open({ identityFor })
  await second.traffic.replaceAll([routeTo([app.address])])
  assert.deepEqual(
    issued.filter((host) => host === 'app.test'),
    ['app.test'],
  )
  second.close()

  const other = createAuthority('Another')
  const third = await yard.open({
    authority: other.certificate,
    identityFor: (host) => issueCertificate(other, [host]),
  })
  await third.traffic.replaceAll([routeTo([app.address])])
  assert.equal((await visit(third.ports.https, { ca: other.certificate })).body, 'app')
  third.close()
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

test('node router: moves to other ports, and keeps the old ones when those cannot be opened', async () => {
  await using yard = await nodeYard()
  await using app = await startNamed('app')
  await using taken = await startNamed('taken')
  const first = await yard.open()
  await first.traffic.switchTo(routeTo([app.address]))
  first.close()
  await assert.rejects(yard.open({ httpPort: taken.address.port }), { code: 'EADDRINUSE' })
  assert.equal((await visit(first.ports.http)).body, 'app')

  const free = await startNamed('for its port')
  await free.die()
  const second = await yard.open({ httpPort: free.address.port })
  assert.equal(second.ports.http, free.address.port)
  assert.equal((await visit(second.ports.http)).body, 'app')
  await assert.rejects(visit(first.ports.http), { code: 'ECONNREFUSED' })
  await second.traffic.remove('app_one')
  assert.equal((await visit(second.ports.http)).status, 404)
  second.close()
})
