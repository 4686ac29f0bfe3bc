import assert from 'node:assert/strict'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { withWebSockets } from '#tests/support/applications/web-socket-server.ts'
import {
  type BuiltRelease,
  buildCutRelease,
  cutReleases,
  isShallow,
} from '#tests/support/machines/cut-releases.ts'
import {
  changeRouter,
  type StagedReleases,
  stageReleases,
} from '#tests/support/machines/staged-releases.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'
import { goingAway, holdWebSocket } from '#tests/support/visitors/web-socket.ts'

/** This checkout as the next release, over each version that was released, as it was built. */
const next = '999.0.0'
const cut = await cutReleases()
let releases: StagedReleases
let database: PostgresqlServer

before(async () => {
  if (cut.length === 0) return
  database = await openPostgresqlServer()
  releases = await stageReleases('998.0.0')
  // One that is the same as that of the release would stay, and its WebSockets with it.
  await releases.next('998.0.0', next, changeRouter)
})
after(async () => {
  await releases?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

const none = cut.length === 0 && 'nothing was released yet: no tag v*, no version in CHANGELOG.md'
const cutOff = (await isShallow()) && 'commits were left out of this clone: git fetch --unshallow'
test('upgrade from releases: the commit of each is in this clone', { skip: none || cutOff }, () => {
  for (const { version, commit } of cut)
    assert.ok(commit, `${version} is in CHANGELOG.md, and this clone lacks it: git fetch --tags`)
})

const stores: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const { href } = await database.createDatabase()
    return { BERTH_STORE: href, BERTH_SERVER_HOST: '127.0.0.1' }
  },
}

for (const { version, commit } of cut)
  describe(`upgrade from release ${version}`, { skip: commit === undefined }, () => {
    let built: BuiltRelease
    before(async () => {
      built = await buildCutRelease(commit ?? assert.fail())
    })
    after(() => built?.[Symbol.asyncDispose]())

    for (const [store, settingsOf] of Object.entries(stores))
      test(`on ${store}: no visitor notices, databases and deployments are kept, WebSockets are closed politely`, async () => {
        await using berth = await InstalledBerth.install(built.folder, await settingsOf())
        const { visitors } = berth.addresses
        const counting = await applicationWithDatabases(berth)
        const path = '/visits'
        await visit(visitors.http, counting.host, { path, method: 'POST' })
        const talking = await PushedApplication.create(berth, 'web')
        assert.equal((await talking.deploy(withWebSockets('first'))).state, 'OK')
        const held = await holdWebSocket(visitors.http, talking.host)
        await using reading = keepVisiting(visitors.http, counting.host, 2, path)
        await using asking = keepVisiting(visitors.http, talking.host, 2)

        const { code, stdout, stderr } = await berth.activate(releases.of(next))
        assert.equal(code, 0, stdout + stderr)
        await berth.connect()
        assert.equal(await readlink(join(berth.home, 'current')), `versions/${next}`)
        assert.deepEqual(
          (await counting.deployments()).map(({ state }) => state),
          ['OK'],
        )
        assert.equal((await talking.deploy(withWebSockets('second'))).state, 'OK')
        assert.deepEqual(await held.ended, goingAway)
        const [counts, pages] = [await reading.stop(), await asking.stop()]
        assert.deepEqual([counts.failures, pages.failures], [[], []])
        assert.deepEqual(counts.bodies, [JSON.stringify({ postgresql: 1, redis: 1 })])
        assert.deepEqual(pages.bodies, ['first', 'second'])
      })
  })

/** Reads from databases at each request. */
async function applicationWithDatabases(
  berth: InstalledBerth,
): Promise<PushedApplication<InstalledBerth>> {
  const { client, admin } = berth
  const example = await openExample('linked-databases')
  const application = await PushedApplication.ofExample(berth, example)
  for (const providerId of ['postgresql-addon', 'redis-addon']) {
    const order = { name: providerId, providerId, region: 'par' }
    const addon = await client.addons.order(admin.organisationId, order)
    await client.addons.link(application.record, addon.id)
  }
  assert.equal((await application.deploy({})).state, 'OK')
  return application
}
