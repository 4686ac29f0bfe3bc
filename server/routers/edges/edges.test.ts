import assert from 'node:assert/strict'
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import { ControlClient } from '#routers/control/control-client.ts'
import { endRouter } from '#routers/control/end-router.ts'
import { nodeProgram, openNodeRouter } from '#routers/node/node-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { startNamed } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { askEdge, type EdgeAddress } from './edge-client.ts'
import { type EdgeProcess, openEdge } from './run-edge.ts'
import { withEdges } from './with-edges.ts'

const timeout = 300_000
const authority = createAuthority('Berth of a test')

/** A router with edges that were named, each in a folder of its own. Only the first server knows them. */
async function edgeYard(names: string[]) {
  const top = await mkdtemp(join(tmpdir(), 'berth-edges-'))
  const optionsOf = (name: string) => ({
    folder: join(top, name),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    standbyDelay: null,
    compileCache: join(root, 'node_modules/.cache/berth'),
  })
  const addresses: EdgeAddress[] = []
  for (const name of names) {
    const key = randomBytes(32).toString('hex')
    addresses.push({ name, host: '127.0.0.1', port: await freePort(), key })
  }
  const edges = new Map<string, EdgeProcess>()
  const openOne = async ({ name, host, port, key }: EdgeAddress) => {
    const options = { router: optionsOf(name), host, port, healthPort: 0, key }
    const edge = await openEdge(nodeProgram, options)
    edges.set(name, edge)
    return edge
  }
  for (const address of addresses) await openOne(address)
  const local = {
    authority: authority.certificate,
    identityFor: (host: string) => issueCertificate(authority, [host]),
  }
  const sentences: string[] = []
  const openServer = async (name: string, isCommander: () => boolean) =>
    withEdges(await openNodeRouter({ ...optionsOf(name), ...local }), {
      edges: addresses,
      lease: 3000,
      renewEvery: 200,
      compareEvery: 200,
      authority: local,
      isCommander: async () => isCommander(),
      say: (sentence) => void sentences.push(sentence),
    })
  const router = await openServer('own', () => true)
  return {
    router,
    openServer,
    addresses,
    sentences,
    edge: (name: string) => edges.get(name) ?? assert.fail(`no edge ${name}`),
    folderOf: (name: string) => join(top, name),
    reopen: (name: string) =>
      openOne(addresses.find((each) => each.name === name) ?? assert.fail(name)),
    async [Symbol.asyncDispose]() {
      await router.stop()
      for (const edge of edges.values()) edge.close()
      for (const name of names) await endRouter(join(top, name))
      await rm(top, { recursive: true, force: true })
    },
  }
}

const healthOf = async ({ healthPort }: EdgeProcess) => (await visit(healthPort)).status
const untilReady = (edge: EdgeProcess) =>
  until(async () => (await healthOf(edge)) === 200, { timeout, what: 'a ready edge' })
const noCertificates = async () => ({ hosts: {}, isComplete: true })
const loadNone = async () => undefined

test('edges: each has routes and certificates before it is ready, and every change before the change is called done', async () => {
  await using yard = await edgeYard(['one', 'two'])
  const { router } = yard
  await using app = await startNamed('app')
  await using other = await startNamed('other')
  for (const name of ['one', 'two']) assert.equal(await healthOf(yard.edge(name)), 503)
  await router.replaceAll([routeTo([app.address])])
  for (const name of ['one', 'two']) {
    assert.equal((await visit(yard.edge(name).addresses.http)).body, 'app')
    assert.equal(await healthOf(yard.edge(name)), 503)
  }
  const uploaded = issueCertificate(createAuthority('Another'), ['app.test'])
  const fingerprint = createHash('sha256')
    .update(new X509Certificate(uploaded.certificate).raw)
    .digest('hex')
  await router.setCertificates(
    async () => ({ hosts: { 'app.test': fingerprint }, isComplete: true }),
    async () => uploaded,
  )
  for (const name of ['one', 'two']) await untilReady(yard.edge(name))
  await router.switchTo(routeTo([other.address]))
  for (const name of ['one', 'two']) {
    const { http, https } = yard.edge(name).addresses
    assert.equal((await visit(http)).body, 'other')
    const refused = visit(https, { host: 'app.test', ca: authority.certificate })
    await assert.rejects(refused, /certificate/)
  }
  await router.setCertificates(noCertificates, loadNone)
  for (const name of ['one', 'two']) {
    const { https } = yard.edge(name).addresses
    const secure = await visit(https, { host: 'app.test', ca: authority.certificate })
    assert.equal(secure.body, 'other')
  }
  const pages = { maintenance: `<h1>Later</h1>${'x'.repeat(32_000)}`, 502: 'y'.repeat(32_000) }
  const maintenance = { message: '', until: null, allowed: [], bypass: 'ab' }
  await router.switchTo({ ...routeTo([other.address]), rules: { maintenance, pages } })
  for (const name of ['one', 'two']) {
    const page = await visit(yard.edge(name).addresses.http)
    assert.deepEqual([page.status, page.body], [503, pages.maintenance])
  }
  await router.remove('app_one')
  for (const name of ['one', 'two']) {
    assert.equal((await visit(yard.edge(name).addresses.http)).status, 404)
  }
})

test('edges: one that was away has what was changed meanwhile before it is ready, and a table that differs is repaired', async () => {
  await using yard = await edgeYard(['one'])
  const { router } = yard
  await using app = await startNamed('app')
  await using other = await startNamed('other')
  await router.replaceAll([routeTo([app.address])])
  await router.setCertificates(noCertificates, loadNone)
  await untilReady(yard.edge('one'))
  yard.edge('one').close()
  // Resolves once the lease of the edge is over, because nobody can be sent there then.
  await router.switchTo(routeTo([other.address]))
  const edge = await yard.reopen('one')
  assert.equal((await visit(edge.addresses.http)).body, 'app')
  await untilReady(edge)
  assert.equal((await visit(edge.addresses.http)).body, 'other')

  const control = new ControlClient(yard.folderOf('one'))
  await control.ask({ kind: 'remove', applicationId: 'app_one' }, timeout)
  control.close()
  const isRepaired = async () => (await visit(edge.addresses.http)).body === 'other'
  await until(isRepaired, { timeout, what: 'the repaired table' })
  assert.ok(yard.sentences.some((sentence) => /one is away: its table/.test(sentence)))
})

test('edges: visits at an edge are counted and logged at the server', async () => {
  await using yard = await edgeYard(['one'])
  const { router } = yard
  await using app = await startNamed('app')
  await router.replaceAll([routeTo([app.address])])
  await router.setCertificates(noCertificates, loadNone)
  await untilReady(yard.edge('one'))
  const lines: RouterAccessLine[] = []
  const log = await router.followAccessLog(async (some) => void lines.push(...some))
  await router.statistics()
  await visit(yard.edge('one').addresses.http, { path: '/seen' })
  const isCounted = async () => (await router.statistics()).routes.some((each) => each.requests > 0)
  await until(isCounted, { timeout, what: 'the counted visit' })
  const isLogged = () => lines.some(({ text }) => text.includes('"/seen"'))
  await until(isLogged, { timeout, what: 'the line' })
  await log.close()
})

test('edges: whoever does not know the key of an edge cannot command it, nor is an edge with another key believed', async () => {
  await using yard = await edgeYard(['one'])
  const [address] = yard.addresses
  assert.ok(address)
  const begin = { kind: 'begin', lease: 1000 } as const
  const stranger = { ...address, key: randomBytes(32).toString('hex') }
  await assert.rejects(askEdge(stranger, begin, timeout), { code: /EPROTO|ECONNRESET/ })
  const { session = '' } = await askEdge(address, begin, timeout)
  const command = { kind: 'remove', applicationId: 'app_one' } as const
  const body = { kind: 'command', command, timeout } as const
  await assert.rejects(askEdge(address, { ...body, session: 'earlier' }, timeout), /session/)
  await askEdge(address, { ...body, session }, timeout)
  const leave = { ...body, session, command: { kind: 'leave', grace: 0 } } as const
  await assert.rejects(askEdge(address, leave, timeout), /its own signal/)
})

test('edges: of two servers one commands them; the other waits for nothing, and tells them all it knows when it takes command', async () => {
  await using yard = await edgeYard(['one'])
  let isCommanding = false
  const second = await yard.openServer('second', () => isCommanding)
  await using app = await startNamed('app')
  await using other = await startNamed('other')
  for (const router of [yard.router, second]) {
    await router.replaceAll([routeTo([app.address])])
    await router.setCertificates(noCertificates, loadNone)
  }
  const edge = yard.edge('one')
  await untilReady(edge)
  await second.switchTo(routeTo([other.address]))
  assert.equal((await visit(edge.addresses.http)).body, 'app')
  assert.equal((await visit(second.addresses.http)).body, 'other')

  yard.router.close()
  isCommanding = true
  await second.switchTo(routeTo([other.address]))
  const isCurrent = (await visit(edge.addresses.http)).body === 'other'
  assert.ok(isCurrent || (await healthOf(edge)) === 503, 'nobody is sent to the old table')
  const isTold = async () => (await visit(edge.addresses.http)).body === 'other'
  await until(isTold, { timeout, what: 'the table of the second server' })
  await untilReady(edge)
  await second.switchTo(routeTo([app.address]))
  assert.equal((await visit(edge.addresses.http)).body, 'app')
  await second.stop()
})
