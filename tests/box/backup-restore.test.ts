import assert from 'node:assert/strict'
import { copyFile, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/deadline.ts'
import { TestBerth, withoutBerth } from '#tests/fixtures/berth.ts'
import { type Ran, runCommand } from '#tests/fixtures/command.ts'
import { PushedApplication, webServer } from '#tests/fixtures/pushed-application.ts'
import { visit } from '#tests/fixtures/visit.ts'
import { root } from '#tests/laws/source-tree.ts'

/** A platform that is lost, and the one that takes its place. */
let berth: TestBerth
let web: PushedApplication
let archive: string

before(async () => {
  berth = await TestBerth.start()
  archive = join(berth.folder, 'backup.tar.gz')
  web = await PushedApplication.create(berth, 'web')
  await web.ok('env', 'set', 'GREETING', 'ahoy')
  assert.equal((await web.deploy(webServer('ahoy'))).state, 'OK')
})
after(() => berth[Symbol.asyncDispose]())

/** Runs `berth-server admin …` on a data folder. */
async function administer(data: string, ...args: string[]): Promise<Ran> {
  const env = { ...withoutBerth(process.env), BERTH_DATA: data }
  return runCommand([process.execPath, join(root, 'server/main.ts'), 'admin', ...args], {
    cwd: root,
    env,
  })
}

test('a back-up is made while the platform serves, and only its owner may read it', async () => {
  const { code, output } = await administer(berth.data, 'backup', archive)
  assert.equal(code, 0, output)
  assert.match(output, /1 repositories, 1 artifacts/)
  assert.equal((await stat(archive)).mode & 0o777, 0o600)
  assert.equal((await web.visit()).body, 'ahoy')
  const left = (await readdir(berth.data)).filter((name) => name.startsWith('backup-'))
  assert.deepEqual(left, [])
})

test('a restore into a folder that is in use, or of a damaged archive, leaves the folder as it was', async () => {
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

test('a platform that does not run is not backed up, and says what to do', async () => {
  const { code, output } = await administer(join(berth.folder, 'empty'), 'backup', archive)
  assert.equal(code, 1)
  assert.match(output, /No server runs on .*: start it first/)
})

test('the second platform is the first one again: same logins, same applications, same pages', async () => {
  await using second = await TestBerth.start({}, async (data) => {
    const { code, output } = await administer(data, 'restore', archive)
    assert.equal(code, 0, output)
  })
  assert.deepEqual(second.admin, berth.admin)
  const [record] = await second.client.applications.list(second.admin.organisationId)
  assert.equal(record?.id, web.record.id)
  const page = await until(
    async () => {
      const { status, body } = await visit(second.addresses.visitors.http, web.host)
      return status === 200 ? body : undefined
    },
    { deadline: 60_000, every: 100, what: 'the page on the second platform' },
  )
  assert.equal(page, 'ahoy')
  const deployments = await second.client.deployments.list(web.record)
  assert.equal(deployments.length, 1, 'it was started from its artifact, not built again')
})
