import assert from 'node:assert/strict'
import { copyFile, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openExample } from '#tests/examples.ts'
import { root } from '#tests/laws/source-tree.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth, withoutBerth } from '#tests/support/platform/berth.ts'
import { type CommandResult, runCommand } from '#tests/support/platform/command.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** A platform that is lost, and its replacement. */
let berth: TestBerth
let web: PushedApplication
let archive: string

const stores = {
  'postgresql-addon': 'postgresql',
  'mysql-addon': 'mysql',
  'redis-addon': 'redis',
}
/** Expected counter of the application in each of its databases. */
const everywhere = (count: number) =>
  Object.fromEntries(Object.values(stores).map((name) => [name, count]))
const path = '/visits'

before(async () => {
  berth = await TestBerth.start()
  archive = join(berth.folder, 'backup.tar.gz')
  web = await PushedApplication.ofExample(berth, await openExample('linked-databases'))
  const { client, admin } = berth
  for (const [providerId, name] of Object.entries(stores)) {
    const order = { name, providerId, region: 'par' }
    const addon = await client.addons.order(admin.organisationId, order)
    await client.addons.link(web.record, addon.id)
  }
  assert.equal((await web.deploy({})).state, 'OK')
  await visit(berth.addresses.visitors.http, web.host, { path, method: 'POST' })
  assert.deepEqual(JSON.parse((await web.visit(path)).body), everywhere(1))
})
after(() => berth?.[Symbol.asyncDispose]())

/** Runs `berth-server admin …` on a data folder. */
async function administer(data: string, ...args: string[]): Promise<CommandResult> {
  const env = { ...withoutBerth(process.env), BERTH_DATA: data }
  return runCommand([process.execPath, join(root, 'server/main.ts'), 'admin', ...args], {
    cwd: root,
    env,
  })
}

test('platform back-up: is made while the platform serves, and is readable by its owner only', async () => {
  const { code, output } = await administer(berth.data, 'backup', archive)
  assert.equal(code, 0, output)
  assert.match(output, /1 repositories, 1 artifacts, 3 databases/)
  assert.equal((await stat(archive)).mode & 0o777, 0o600)
  await visit(berth.addresses.visitors.http, web.host, { path, method: 'POST' })
  assert.deepEqual(JSON.parse((await web.visit(path)).body), everywhere(2))
  const left = (await readdir(berth.data)).filter((name) => name.startsWith('backup-'))
  assert.deepEqual(left, [])
})

test('platform back-up: names data that a tenant has broken, and backs up everything else', async () => {
  const broken = await PushedApplication.ofExample(berth, await openExample('hello'))
  assert.equal((await broken.deploy({})).state, 'OK')
  const objects = join(berth.data, 'repositories', `${broken.record.id}.git`, 'objects/pack')
  for (const name of await readdir(objects)) await truncate(join(objects, name), 100)
  const partial = join(berth.folder, 'partial.tar.gz')
  const { code, output } = await administer(berth.data, 'backup', partial)
  assert.equal(code, 1)
  assert.match(output, /MISSING: the repository of hello/)
  assert.match(output, /1 repositories, 2 artifacts, 3 databases/)
  assert.ok((await stat(partial)).size > 0)
})

test('platform restore: into a folder in use, or of a damaged archive, leaves the folder unchanged', async () => {
  const used = await administer(berth.data, 'restore', archive)
  assert.equal(used.code, 1)
  assert.match(used.output, /is not empty/)
  const damaged = join(berth.folder, 'damaged.tar.gz')
  await copyFile(archive, damaged)
  await truncate(damaged, Math.floor((await stat(damaged)).size / 2))
  const target = join(berth.folder, 'empty')
  const broken = await administer(target, 'restore', damaged)
  assert.equal(broken.code, 1)
  assert.match(broken.output, /is damaged/)
  const left = (await readdir(target)).filter((name) => !name.startsWith('server.'))
  assert.deepEqual(left, [])
})

test('platform restore: beside the original platform is refused, because applications would write to its databases', async () => {
  const target = join(berth.folder, 'beside')
  const { code, output } = await administer(target, 'restore', archive)
  assert.equal(code, 1)
  assert.match(output, /The platform of this archive still runs on this machine/)
  const left = (await readdir(target)).filter((name) => !name.startsWith('server.'))
  assert.deepEqual(left, [])
})

test('platform back-up: a stopped platform is not backed up, and the message says what to do', async () => {
  const { code, output } = await administer(join(berth.folder, 'empty'), 'backup', archive)
  assert.equal(code, 1)
  assert.match(output, /No server runs on .*: start it first/)
})

test('platform restore: the second platform has the logins, applications and databases of the first', async () => {
  // While the first platform runs, the variables of the application still lead to its databases.
  await berth.signal('SIGINT')
  await using second = await TestBerth.start({}, async (data) => {
    const { code, output } = await administer(data, 'restore', archive)
    assert.equal(code, 0, output)
  })
  assert.deepEqual(second.admin, berth.admin)
  const [record] = await second.client.applications.list(second.admin.organisationId)
  assert.equal(record?.id, web.record.id)
  const counted = await until(
    async () => {
      const answer = await visit(second.addresses.visitors.http, web.host, { path })
      return answer.status === 200 ? JSON.parse(answer.body) : undefined
    },
    { timeout: 240_000, every: 200, what: 'the databases on the second platform' },
  )
  // Data written after the back-up is not in it.
  assert.deepEqual(counted, everywhere(1))
  const builds = await second.client.deployments.list(web.record)
  assert.ok(
    builds.every(({ cause }) => cause !== 'Restart'),
    'nothing was built again',
  )
})
