import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { identifyProcess } from '#kit/process/process-identity.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { authority, nodeYard } from '#tests/support/visitors/node-yard.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { openNodeRouter } from './node-router.ts'

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
