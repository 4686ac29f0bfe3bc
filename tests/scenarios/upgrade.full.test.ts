import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { withWebSockets } from '#tests/support/applications/web-socket-server.ts'
import { processesOf, routerOf } from '#tests/support/engine/machine.ts'
import {
  breakStart,
  changeRouter,
  type StagedReleases,
  stageReleases,
} from '#tests/support/machines/staged-releases.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'
import { goingAway, holdWebSocket } from '#tests/support/visitors/web-socket.ts'

/** One release after the other on the same data, under load, as `activate` does it after apt and after `upgrade`. */
let releases: StagedReleases
let berth: InstalledBerth
let application: PushedApplication<InstalledBerth>

before(async () => {
  releases = await stageReleases('1.0.0')
  await releases.next('1.0.0', '1.1.0', changeRouter)
  await releases.next('1.1.0', '1.2.0', (release) => breakStart(release, changeAndEnd))
  await releases.next('1.1.0', '1.3.0', changeRouter)
  berth = await InstalledBerth.install(releases.of('1.0.0'))
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(withWebSockets('first'))).state, 'OK')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await releases?.[Symbol.asyncDispose]()
})

/** Changes the schema, as a migration does, and cannot start afterwards. */
const changeAndEnd = `
import { DatabaseSync } from 'node:sqlite'
const database = new DatabaseSync(process.env.BERTH_DATA + '/berth.sqlite')
database.exec("insert into migrations (name, date) values ('9999-of-the-future', 1)")
database.close()
process.exit(2)
`

const running = async () => readlink(join(berth.home, 'current'))

test('upgrade: a newer release takes over router and application, and no visitor notices', async () => {
  const { visitors } = berth.addresses
  const held = await holdWebSocket(visitors.http, application.host)
  const before = { router: routerOf(berth.data), programs: await programs() }
  await using asking = keepVisiting(visitors.http, application.host, 2)
  const { code, stdout, stderr } = await berth.activate(releases.of('1.1.0'))
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /Starting 1\.1\.0 in place of 1\.0\.0/)
  await berth.connect()
  assert.equal(await running(), 'versions/1.1.0')
  assert.equal((await application.deploy(webServer('second'))).state, 'OK')
  await application.logged(/^close frame 1001$/)
  const { failures, bodies } = await asking.stop()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['first', 'second'])
  assert.deepEqual(berth.addresses.visitors, visitors)
  assert.notEqual(routerOf(berth.data), before.router, 'the router is of the new version')
  assert.deepEqual(await held.ended, goingAway)
  const backups = await readdir(join(berth.data, 'backups'))
  assert.deepEqual(backups, ['before-upgrade-from-1.0.0.tar.gz'])
})

test('upgrade: a release that changes the schema and cannot start leaves everything as it was', async () => {
  const before = await programs()
  await using asking = keepVisiting(berth.addresses.visitors.http, application.host, 2)
  const { code, stdout } = await berth.activate(releases.of('1.2.0'))
  assert.equal(code, 1, stdout)
  assert.match(stdout, /did not start.*going back to 1\.1\.0/)
  assert.equal(await running(), 'versions/1.1.0')
  await berth.connect()
  assert.deepEqual(await programs(), before)
  assert.equal((await application.deploy(webServer('third'))).state, 'OK')
  assert.deepEqual((await asking.stop()).failures, [])
})

test('upgrade: a build that runs is finished once, and a push meanwhile is either taken or refused', async () => {
  const { client } = berth
  await client.environment.set(application.record, {
    name: 'CC_POST_BUILD_HOOK',
    value: 'echo building; sleep 25',
  })
  const { project } = application
  await project.write(webServer('fourth'))
  const fourth = await project.commit('Another version')
  await project.git('push', 'berth', 'master')
  await application.logged(/building/)
  await project.write(webServer('fifth'))
  const fifth = await project.commit('Another version')
  const pushed = keepPushing()
  const { code, stdout, stderr } = await berth.activate(releases.of('1.3.0'))
  assert.equal(code, 0, stdout + stderr)
  await berth.connect()
  for (const problem of await pushed) assert.match(problem, polite)
  assert.equal((await application.ended(fifth)).state, 'OK')
  const all = await application.deployments()
  assert.equal(all.filter(({ commit }) => commit === fifth).length, 1)
  const [first, ...more] = all.filter(({ commit }) => commit === fourth)
  assert.deepEqual([first?.state, more], ['OK', []])
  assert.equal((await application.visit()).body, 'fifth')
})

/** What Git says where nobody listens, and what a server says that ends. */
const polite =
  /Failed to connect|Connection refused|being stopped|503|Connection reset|Could not connect/

/** Pushes until it is taken; returns what was said before. */
async function keepPushing(): Promise<string[]> {
  const problems: string[] = []
  await until(
    async () => {
      const problem = await application.project.git('push', 'berth', 'master').then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (problem !== undefined) problems.push(problem)
      return problem === undefined
    },
    { timeout: 300_000, every: 300, what: 'a push that is taken' },
  )
  return problems
}

test('upgrade: an installed version is gone back to by its name, and unused ones are removed', async () => {
  const server = join(berth.home, 'current/bin/berth-server')
  const { code, stdout, stderr } = await berth.run([server, 'activate', '1.1.0'])
  assert.equal(code, 0, stdout + stderr)
  assert.equal(await running(), 'versions/1.1.0')
  for (const unused of ['1.0.0', '1.2.0'])
    assert.equal(existsSync(join(berth.home, 'versions', unused)), false)
  const backups = (await readdir(join(berth.data, 'backups'))).sort()
  assert.deepEqual(
    backups,
    ['1.1.0', '1.3.0'].map((from) => `before-upgrade-from-${from}.tar.gz`),
  )
  assert.match(stdout, /Removed the back-up of an earlier upgrade: .*from-1\.0\.0/)
  const missing = await berth.run([server, 'activate', '9.9.9'])
  assert.equal(missing.code, 1)
  assert.match(missing.stdout, /There is no .*9\.9\.9/)
})

async function programs(): Promise<number[]> {
  const all = await berth.client.instances.list(application.record)
  const up = all.find(({ state }) => state === 'UP') ?? assert.fail('there is no instance')
  return processesOf(up.id, 'server.js')
}
