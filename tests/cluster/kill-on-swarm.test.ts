import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Docker, openDocker } from '#engines/swarm/docker-client.ts'
import { label } from '#engines/swarm/swarm-parts.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { holdWrite, type WriteSelection } from '#tests/support/faults/held-write.ts'
import { KilledApplication } from '#tests/support/faults/killed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { type HeldRegistry, openHeldRegistry } from '#tests/support/swarm/held-registry.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

// `kill -9` of the server at each step of a deployment on PostgreSQL, Docker Swarm and HAProxy, under visits. Steps are
// held, so that none is missed: in a transaction, at the registry, or by the swarm itself.
let database: PostgresqlServer
let store: URL
let lab: SwarmLab
let registry: HeldRegistry
let docker: Docker
let berth: TestBerth
let killed: KilledApplication

const timeout = 700_000

before(
  async () => {
    ;[database, lab] = await Promise.all([openPostgresqlServer(), openSwarmLab(2)])
    store = await database.createDatabase()
    registry = await openHeldRegistry(lab.registry.url)
    const { host = '' } = lab.nodes[0] ?? {}
    docker = await openDocker({ host })
    berth = await TestBerth.start(
      {
        BERTH_STORE: store.href,
        BERTH_ENGINE: 'swarm',
        BERTH_DOCKER_HOST: host,
        BERTH_REGISTRY: registry.url,
        BERTH_ROUTER: 'haproxy',
      },
      lab.registry.prepare,
    )
    killed = await KilledApplication.create(berth, { CC_PRE_BUILD_HOOK: 'sleep 1' })
  },
  { timeout },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await registry?.[Symbol.asyncDispose]()
  await lab?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

/** Ids of the instances that have a service. */
const servicesOf = async () =>
  (await docker.listServices()).flatMap(({ Spec }) => Spec?.Labels?.[label.instance] ?? [])

const buildsOf = () =>
  docker.listContainers({ all: true, filters: { label: [`${label.kind}=build`] } })

/** One service, that of the one instance of the store, and no container of a build. */
const nothingLeft = () =>
  until(
    async () => {
      const instances = await database.run(store.pathname.slice(1), 'select "id" from instances')
      const services = await servicesOf()
      const isSame = services.length === 1 && services[0] === instances[0]?.id
      return isSame && instances.length === 1 && (await buildsOf()).length === 0
    },
    { timeout, every: 250, what: 'one instance with one service, and no build' },
  )

const survives = async (pushAndKill: () => Promise<string>) => {
  await killed.assertSurvives(pushAndKill)
  await nothingLeft()
  assert.doesNotMatch(berth.output, /bug/)
}

const killWhen = (reached: () => Promise<unknown>) => survives(() => killed.pushAndKill(reached))

/** Kills the server when this write is about to be stored, which is then undone. */
const killAtWrite = (selection: WriteSelection) =>
  survives(async () => {
    await using held = await holdWrite(store, selection)
    return await killed.pushAndKill(() => held.reached())
  })

const stateFrom = (from: string, to: string): WriteSelection => ({
  write: 'update',
  table: 'deployments',
  when: `old."state" = '${from}' and new."state" = '${to}'`,
})

test('kill on swarm: in the queue', () => killAtWrite(stateFrom('queued', 'building')))

test('kill on swarm: while a container builds', () =>
  killWhen(() =>
    until(async () => (await buildsOf()).some(({ State }) => State === 'running'), {
      timeout,
      every: 20,
      what: 'a container of a build',
    }),
  ))

test('kill on swarm: while the image is pushed', () => killWhen(() => registry.holdManifest()))

test('kill on swarm: after the build, before that is stored', () =>
  killAtWrite(stateFrom('building', 'starting')))

test('kill on swarm: while an instance starts', () =>
  killWhen(() =>
    until(async () => (await servicesOf()).length === 2, {
      timeout,
      every: 20,
      what: 'the service of the new instance',
    }),
  ))

test('kill on swarm: after the start, before that is stored', () =>
  killAtWrite(stateFrom('starting', 'checking')))

test('kill on swarm: after the health check, before that is stored', () =>
  killAtWrite(stateFrom('checking', 'switching')))

test('kill on swarm: after the switch of HAProxy, before that is stored', () =>
  killAtWrite(stateFrom('switching', 'probation')))

test('kill on swarm: when all routers have the route, before that is stored', () =>
  killAtWrite(stateFrom('probation', 'live')))

test('kill on swarm: while the old instance drains, whose requests are answered', async () => {
  await using visitor = keepVisiting(berth.addresses.visitors.http, killed.pushed.host, 1, '/slow')
  await killAtWrite({ write: 'update', table: 'instances', when: `new."state" = 'stopping'` })
  const { failures, answers } = await visitor.stop()
  assert.deepEqual(failures, [])
  assert.ok(answers > 0)
})

test('kill on swarm: after the old service is gone, before that is stored', () =>
  killAtWrite({ write: 'delete', table: 'instances', when: 'true' }))
