import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { endRouter } from '#routers/control/end-router.ts'
import { openEdge } from '#routers/edges/run-edge.ts'
import { withEdges } from '#routers/edges/with-edges.ts'
import { nodeProgram, openNodeRouter } from '#routers/node/node-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { one, two } from '#tests/support/applications/live-application.ts'
import { recordTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { endOf } from '#tests/support/platform/platform.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openTwoServers, type TwoServers } from '#tests/support/several-servers/two-servers.ts'
import { beginVisit, visit } from '#tests/support/visitors/visitor.ts'

const timeout = 300_000
const authority = createAuthority('Berth of a test')
let database: PostgresqlServer

before(async () => {
  database = await openPostgresqlServer()
})
after(() => database[Symbol.asyncDispose]())

/** A built-in router that commands an edge. */
async function openRouterWithEdge() {
  const top = await mkdtemp(join(tmpdir(), 'berth-drain-'))
  const optionsOf = (name: string) => ({
    folder: join(top, name),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    standbyDelay: null,
    compileCache: join(root, 'node_modules/.cache/berth'),
  })
  const local = {
    authority: authority.certificate,
    identityFor: (host: string) => issueCertificate(authority, [host]),
  }
  const key = randomBytes(32).toString('hex')
  const place = { host: '127.0.0.1', port: await freePort(), key }
  const edge = await openEdge(nodeProgram, { ...place, router: optionsOf('edge'), healthPort: 0 })
  const router = withEdges(await openNodeRouter({ ...optionsOf('own'), ...local }), {
    edges: [{ name: 'edge', ...place }],
    lease: 3000,
    authority: local,
    isCommander: async () => true,
    say: () => {},
  })
  await router.replaceAll([])
  await router.setCertificates(
    async () => ({ hosts: {}, isComplete: true }),
    async () => undefined,
  )
  return {
    router,
    ports: [router.addresses.http, edge.addresses.http],
    async [Symbol.asyncDispose]() {
      await router.stop()
      edge.close()
      await endRouter(join(top, 'edge'))
      await rm(top, { recursive: true, force: true })
    },
  }
}

const hostOf = async ({ first }: TwoServers, { id }: Application) => {
  const [domain] = await first.store.domains.listOf(id)
  return domain?.host ?? assert.fail()
}

/** Begins a request whose answer ends when its instance is asked for `/release/`. */
async function hold(port: number, host: string): Promise<IncomingMessage> {
  const asking = beginVisit(port, { host, path: '/hold/' })
  asking.end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  return response
}

const instancesOf = ({ first }: TwoServers, { id }: Application) => first.store.instances.listOf(id)

test('several servers: requests at the router of another server and at its edge end whole while versions are replaced', async () => {
  await using yard = await openRouterWithEdge()
  await using servers = await openTwoServers(database, yard.router)
  const { first } = servers
  // Only the end of the requests ends the drain.
  first.policies.drainTimeout = timeout
  first.policies.stopGrace = 0
  servers.other.policies.drainTimeout = timeout
  servers.other.placementWorker.begin()
  const application = await servers.application()
  const host = await hostOf(servers, application)
  const commitAt = async (port: number) => JSON.parse((await visit(port, { host })).body).commit
  assert.equal((await servers.deploy(application, one)).state, 'live')
  for (const port of yard.ports) assert.equal(await commitAt(port), one, 'live means live there')
  const [old = assert.fail()] = await instancesOf(servers, application)
  const held = await Promise.all(yard.ports.map((port) => hold(port, host)))
  const bodies = Promise.all(held.map((response) => text(response)))

  assert.equal((await servers.deploy(application, two)).state, 'live')
  for (const port of yard.ports) assert.equal(await commitAt(port), two, 'live means live there')
  const isStopping = async () => (await first.store.instances.find(old.id))?.state === 'stopping'
  await until(isStopping, { timeout, what: 'the drain' })
  await servers.restartOther()
  servers.other.policies.drainTimeout = timeout
  servers.other.placementWorker.begin()
  // Requests of one application that do not end make no other wait.
  const another = await servers.application()
  for (const commit of [one, two]) {
    assert.equal((await servers.deploy(another, commit)).state, 'live')
    await first.queue.idle(another.id)
  }
  assert.equal((await instancesOf(servers, another)).length, 1)
  assert.equal(await first.engine.isRunning(old.id), true)
  const { host: address = '', port = 0 } = old.started?.address ?? {}
  assert.equal(address, '127.0.0.1')
  await visit(port, { path: '/release/' })
  for (const body of await bodies) assert.equal(JSON.parse(body).commit, one)
  const isGone = async () => (await instancesOf(servers, application)).length === 1
  await until(isGone, { timeout, what: 'the end of the old instance' })
  assert.deepEqual(servers.bugs, [])
})

test('several servers: a deployment is live when the router of the other has the route, and the old instance stops after it was drained there', async () => {
  const told: string[] = []
  const router = recordTraffic()
  const servers = await openTwoServers(database, {
    ...router,
    async switchTo(route) {
      await router.switchTo(route)
      const states = await servers.ask('select "state" from deployments order by "number"')
      told.push(`${states.at(-1)?.state} to ${route.upstreams.length}`)
    },
  })
  await using _ = servers
  const { first } = servers
  const application = await servers.application()
  const pushed = await servers.push(application, one)
  const isIn = async (state: string) =>
    (await first.store.deployments.find(pushed.id))?.state === state
  await until(() => isIn('probation'), { timeout, what: 'the switch' })
  assert.equal(servers.traffic.addressesOf(application.id).length, 1)
  servers.other.placementWorker.begin()
  assert.equal((await endOf(first, pushed.id)).state, 'live')
  assert.ok(told.includes('probation to 1'), told.join())
  assert.deepEqual(router.addressesOf(application.id), servers.traffic.addressesOf(application.id))
  await first.queue.idle(application.id)
  router.told.length = 0
  assert.equal((await servers.deploy(application, two)).state, 'live')
  await first.queue.idle(application.id)
  assert.ok(router.told.includes('drain 1'), router.told.join())
  assert.equal((await instancesOf(servers, application)).length, 1)
  assert.deepEqual(servers.bugs, [])
})

test('several servers: an application whose route a router refuses makes no other wait', async () => {
  const router = recordTraffic()
  let refused: string | undefined
  const servers = await openTwoServers(database, {
    ...router,
    async switchTo(route) {
      if (route.applicationId === refused) throw new Error('refused')
      await router.switchTo(route)
    },
  })
  await using _ = servers
  const { first } = servers
  servers.other.placementWorker.begin()
  const [bad, good] = [await servers.application(), await servers.application()]
  refused = bad.id
  const waiting = await servers.push(bad, one)
  for (const commit of [one, two]) {
    assert.equal((await servers.deploy(good, commit)).state, 'live')
    await first.queue.idle(good.id)
  }
  assert.equal((await instancesOf(servers, good)).length, 1)
  assert.equal((await first.store.deployments.find(waiting.id))?.state, 'probation')
  refused = undefined
  servers.other.routeRepair.begin()
  assert.equal((await endOf(first, waiting.id)).state, 'live')
  assert.equal(router.addressesOf(bad.id).length, 1)
})
