import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A user who exceeds the operator's quotas, also through a second organisation. */
let berth: TestBerth
let web: PushedApplication
let another: string
before(async () => {
  berth = await TestBerth.start({
    BERTH_QUOTA_APPLICATIONS: '2',
    BERTH_QUOTA_ADDONS: '1',
    BERTH_QUOTA_INSTANCES: '1',
    BERTH_QUOTA_DEPLOYMENTS: '3',
  })
  web = await PushedApplication.create(berth, 'web')
  another = (await berth.client.organisations.create({ name: 'Another' })).id
})
after(() => berth?.[Symbol.asyncDispose]())

const create = (name: string, organisationId: string) =>
  web.project.berth('create', '--type', 'node', name, '--org', organisationId)
const order = (name: string, organisationId: string) =>
  web.project.berth('addon', 'create', 'config-provider', name, '--org', organisationId)
const shared = /own space and all organisations that they created share this limit/

test('quota: an application or add-on over the limit is refused with advice', async () => {
  const { organisationId } = berth.admin
  assert.equal((await create('second', another)).code, 0)
  const first = await order('one', organisationId)
  assert.equal(first.code, 0, first.output)
  for (const place of [organisationId, another]) {
    const third = await create('third', place)
    assert.equal(third.code, 1)
    assert.match(third.output, /There are 2 applications already.*BERTH_QUOTA_APPLICATIONS/s)
    assert.match(third.output, shared)
    const second = await order('two', place)
    assert.equal(second.code, 1)
    assert.match(second.output, /There are 1 add-ons already, and 1 are allowed/)
    assert.match(second.output, shared)
  }
})

test('quota: a push over the instance limit is refused, and the branch is unchanged', async () => {
  assert.equal((await web.deploy(webServer('one'))).state, 'OK')
  const { client, admin } = berth
  const all = await client.applications.list(another)
  const second = all.find(({ name }) => name === 'second') ?? assert.fail()
  const url = (second.deployment.httpUrl ?? '').replace('://', `://${admin.token}:${admin.secret}@`)
  const pushed = await web.project.tryGit('push', url, 'HEAD:master')
  assert.notEqual(pushed.code, 0)
  assert.match(pushed.output, /2 instances would run, and 1 are allowed/)
  assert.match(pushed.output.replace(/\s+remote:\s*/g, ' '), shared)
  assert.deepEqual(await client.deployments.list(second), [])
  assert.equal((await web.visit()).body, 'one')
})

test('quota: a deployment over the hourly limit is refused until later', async () => {
  assert.equal((await web.deploy(webServer('two'))).state, 'OK')
  assert.equal((await web.deploy(webServer('again'))).state, 'OK')
  await web.project.write(webServer('three'))
  await web.project.commit('Third version')
  const pushed = await web.project.tryGit('push', 'berth', 'master')
  assert.notEqual(pushed.code, 0)
  assert.match(pushed.output, /3 deployments within an hour/)
  assert.equal((await web.visit()).body, 'again')
})

test('quota: a user over the disk quota cannot push, and the application keeps serving', async () => {
  await berth.signal('SIGTERM')
  Object.assign(berth.settings, { BERTH_QUOTA_DISK: '10', BERTH_QUOTA_DEPLOYMENTS: '0' })
  await berth.start()
  await web.project.write({ 'large.txt': randomBytes(8 * 1024 ** 2).toString('hex') })
  await web.project.commit('A large file')
  await web.project.git('push', 'berth', 'master')
  await web.ended((await web.project.git('rev-parse', 'HEAD')).stdout.trim())
  await berth.signal('SIGTERM')
  await berth.start()
  await web.project.write({ 'small.txt': '' })
  await web.project.commit('A small file')
  const pushed = await web.project.tryGit('push', 'berth', 'master')
  assert.notEqual(pushed.code, 0)
  assert.match(pushed.output, /MB of disk are in use, and 10 MB are allowed/)
  assert.equal((await web.visit()).body, 'three')
})
