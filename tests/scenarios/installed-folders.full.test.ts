import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  breakStart,
  type StagedReleases,
  stageReleases,
} from '#tests/support/machines/staged-releases.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { copyToPostgresql } from '#tests/support/stores/copy-to-postgresql.ts'
import { folders, restoreFolder } from '#tests/support/stores/restore-folder.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** A release that is installed over the data of each earlier version, whose own program is no package. */
let releases: StagedReleases
let database: PostgresqlServer

before(async () => {
  database = await openPostgresqlServer()
  releases = await stageReleases('1.0.0')
  await releases.next('1.0.0', '1.1.0', (release) => breakStart(release, 'process.exit(2)\n'))
})
after(async () => {
  await releases?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

for (const version of await readdir(folders)) {
  test(`installed release: starts and serves the data of ${version}, and comes back after a next one that cannot start`, async () => {
    const restore = (data: string) => restoreFolder(version, data)
    await using berth = await InstalledBerth.install(releases.of('1.0.0'), {}, restore)
    await requireShop(berth)
    const { code, stdout } = await berth.activate(releases.of('1.1.0'))
    assert.equal(code, 1, stdout)
    assert.match(stdout, /1\.0\.0 runs again, with the facts as they were/)
    assert.ok(existsSync(join(berth.data, 'backups/before-upgrade-from-1.0.0.tar.gz')))
    await berth.connect()
    await requireShop(berth)
  })

  test(`installed release: starts and serves the data of ${version} on PostgreSQL, and comes back after a next one that cannot start`, async () => {
    const url = await database.createDatabase()
    const restore = async (data: string) => {
      await restoreFolder(version, data)
      const file = join(data, 'berth.sqlite')
      await copyToPostgresql(file, url)
      await rm(file)
    }
    const settings = { BERTH_STORE: url.href, BERTH_SERVER_HOST: '127.0.0.1' }
    await using berth = await InstalledBerth.install(releases.of('1.0.0'), settings, restore)
    await requireShop(berth)
    const { code, stdout } = await berth.activate(releases.of('1.1.0'))
    assert.equal(code, 1, stdout)
    assert.match(stdout, /1\.0\.0 runs again\./)
    await berth.connect()
    await requireShop(berth)
  })
}

/** The application of the folder serves, and has what was set. */
async function requireShop({ client, admin, addresses }: InstalledBerth): Promise<void> {
  const [shop] = await client.applications.list(admin.organisationId)
  assert.equal(shop?.name, 'shop')
  const variables = await client.environment.list(shop)
  assert.equal(variables.find(({ name }) => name === 'GREETING')?.value, 'hello')
  const body = await until(
    async () => {
      const answer = await visit(addresses.visitors.http, 'shop.example.test')
      return answer.status === 200 ? answer.body : undefined
    },
    { timeout: 300_000, every: 200, what: 'the application of the folder' },
  )
  assert.equal(body, 'Hello world, this is version 1.\n')
}
