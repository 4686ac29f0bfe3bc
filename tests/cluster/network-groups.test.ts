import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { openExternalPeer } from '#tests/support/network-groups/external-peer.ts'
import { relayServer } from '#tests/support/network-groups/relay-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { startSecondServer } from '#tests/support/several-servers/second-server.ts'

/** Two servers on one database, each with an application of the same network group. */
let database: PostgresqlServer
let one: TestBerth
let other: TestBerth
let front: PushedApplication
let back: PushedApplication

/** Without the journal of a store in the data folder, which there is none of. */
async function deploy(application: PushedApplication): Promise<void> {
  const { project, record } = application
  await project.write(relayServer(record.name))
  await project.commit('First version')
  await project.git('push', 'berth', 'master')
  const isLive = async () => (await application.deployments())[0]?.state === 'OK'
  await until(isLive, { timeout: 240_000, every: 200, what: `${record.name} to be live` })
}

before(async () => {
  database = await openPostgresqlServer()
  const settings = {
    BERTH_STORE: (await database.createDatabase()).href,
    BERTH_NETWORK_GROUP_HOST: '127.0.0.1',
  }
  one = await TestBerth.start(settings)
  other = await startSecondServer(one, settings)
  front = await PushedApplication.create(one, 'front')
  back = await PushedApplication.create(other, 'back')
  for (const application of [front, back]) await deploy(application)
})
after(async () => {
  await other?.[Symbol.asyncDispose]()
  await one?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

test('network groups of two servers: members at both reach each other, and a person all of them', async () => {
  await using person = await openExternalPeer()
  const { networkGroups } = one.client
  const externalId = 'external_laptop'
  const members = [front.record.id, back.record.id, externalId].map((id) => ({ id }))
  const group = await networkGroups.create(one.admin.organisationId, { label: 'both', members })
  const url = (id: string) => `http://${id}.m.${group.id}.ng.internal:8080/`
  const asks = (from: PushedApplication, to: PushedApplication) => async () =>
    (await from.visit(`/ask?${url(to.record.id)}`)).body === to.record.name
  const waiting = { timeout: 180_000, every: 500 }
  await until(asks(front, back), { ...waiting, what: 'an answer from the other server' })
  await until(asks(back, front), { ...waiting, what: 'an answer from this server' })

  const { publicKey } = person
  const wanted = { label: 'laptop', parentMember: externalId, publicKey }
  const peer = await networkGroups.addExternalPeer(group, wanted)
  const { conf } = await networkGroups.configuration(group, peer.id)
  await person.join(conf)
  for (const { record } of [front, back]) {
    const [, address] = new RegExp(`^# (\\S+) ${record.id}\\.`, 'm').exec(conf) ?? []
    const isReached = async () => (await person.get(`http://${address}:8080/`)) === record.name
    await until(isReached, { ...waiting, what: `${record.name} from outside` })
  }

  await networkGroups.unlink(group, back.record.id)
  await until(async () => !(await asks(front, back)()), { ...waiting, what: 'the end of the way' })
})
