import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf } from '#kit/crypto/digest.ts'
import {
  replaceVariables,
  setVariable,
  unsetVariable,
} from '#platform/hosting/applications/variables.ts'
import { takeRouteSnapshot } from '#platform/hosting/deployments/queue/recovered-routes.ts'
import { routedInstances, routeOf } from '#platform/hosting/deployments/routes.ts'
import { openLiveApplication, three, two } from '#tests/support/applications/live-application.ts'
import { beginMaintenance, endMaintenance } from './maintenance.ts'

const owner = 'user_00000000-0000-4000-8000-000000000000'

const open = async () => {
  const setup = await openLiveApplication()
  const rules = () => setup.traffic.routes.get(setup.application.id)?.rules
  return { ...setup, rules }
}

test('maintenance: is in the route from its begin to its end, over deployments, and as a restart makes it', async () => {
  await using setup = await open()
  const { platform, application, rules } = setup
  const until = platform.clock() + 60_000
  const change = { message: ' Soon. ', until, allowed: ['10.1.2.3/8', '::ffff:10.0.0.0/104'] }
  const begun = await beginMaintenance(platform, application, change, owner)
  const rule = {
    message: 'Soon.',
    until,
    allowed: ['10.0.0.0/8'],
    bypass: digestOf(begun.secret),
  }
  assert.deepEqual(rules(), { maintenance: rule })
  assert.ok(!JSON.stringify(rules()).includes(begun.secret))
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.deepEqual(rules(), { maintenance: rule })
  const store = await takeRouteSnapshot(platform.store)
  const current = (await platform.store.applications.find(application.id)) ?? assert.fail()
  const route = await routeOf({ store }, current, await routedInstances({ store }, current))
  assert.deepEqual(route.rules, { maintenance: rule })

  const changed = await beginMaintenance(platform, application, { message: '' }, owner)
  assert.deepEqual(
    changed,
    { ...begun, message: '' },
    'what is not given stays, and so does the link',
  )
  const renewed = await beginMaintenance(platform, application, { hasNewLink: true }, owner)
  assert.notEqual(renewed.secret, begun.secret)
  assert.equal(await endMaintenance(platform, application), true)
  assert.equal(rules(), undefined)
  assert.equal(await endMaintenance(platform, application), false)
  const again = await beginMaintenance(platform, application, {}, owner)
  assert.deepEqual([again.message, again.until, again.allowed], ['', null, []])
  assert.notEqual(again.secret, renewed.secret)
})

test('maintenance: what makes no sense is refused, and changes nothing', async () => {
  await using setup = await open()
  const { platform, application, rules } = setup
  const refused = (change: object, sentence: RegExp) =>
    assert.rejects(beginMaintenance(platform, application, change, owner), sentence)
  await refused({ until: platform.clock() - 1 }, /must be in the future/)
  await refused({ until: platform.clock() + 400 * 86_400_000 }, /within a year/)
  await refused({ message: 'x'.repeat(501) }, /longer than 500/)
  await refused({ allowed: ['example.com'] }, /"example\.com" is neither an IP address nor/)
  const many = Array.from({ length: 10_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`)
  await refused({ allowed: many }, /10000 addresses are too many: at most 100/)
  assert.equal(rules(), undefined)
})

test('credentials: follow the variables at once, and no password is in a route', async () => {
  await using setup = await open()
  const { platform, application, rules } = setup
  await setVariable(platform, application, 'CC_HTTP_BASIC_AUTH', 'anna:secret word')
  const { salt, digests = [] } = rules()?.basicAuth ?? {}
  assert.deepEqual(digests, [digestOf(salt + Buffer.from('anna:secret word').toString('base64'))])
  assert.ok(!JSON.stringify(rules()).includes('anna'))
  const told = setup.traffic.told.length
  await setVariable(platform, application, 'OTHER', 'value')
  assert.equal(setup.traffic.told.length, told, 'other variables wait for a deployment')
  await assert.rejects(
    setVariable(platform, application, 'CC_HTTP_BASIC_AUTH_1', 'no colon'),
    /CC_HTTP_BASIC_AUTH_1 must be a user and a password/,
  )
  const stored = await platform.store.variables.of(application.id)
  assert.deepEqual(
    Object.keys(stored).filter((name) => name.endsWith('_1')),
    [],
  )
  await replaceVariables(platform, application, {
    CC_HTTP_BASIC_AUTH_7: 'a:b',
    CC_HTTP_BASIC_AUTH: 'c:d',
  })
  assert.equal(rules()?.basicAuth?.digests.length, 2)
  await unsetVariable(platform, application, 'CC_HTTP_BASIC_AUTH_7')
  assert.equal(rules()?.basicAuth?.digests.length, 1)
  await replaceVariables(platform, application, {})
  assert.equal(rules(), undefined)
})

test('credentials: a deployment demands those that were stored before anybody followed them', async () => {
  await using setup = await open()
  const { platform, application, rules } = setup
  await platform.store.variables.set(application.id, 'CC_HTTP_BASIC_AUTH', 'anna:secret')
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.equal(rules()?.basicAuth?.digests.length, 1)
  await platform.store.variables.set(application.id, 'CC_HTTP_BASIC_AUTH', 'anna')
  const failed = await setup.deploy(application, three)
  assert.deepEqual([failed.state, failed.failureStep], ['failed', 'recipe'])
  assert.match(failed.failure ?? '', /CC_HTTP_BASIC_AUTH must be a user and a password/)
  assert.equal(rules()?.basicAuth?.digests.length, 1)
})

test('own pages: are those of the live release, and go with it', async () => {
  await using setup = await open()
  const { platform, application, rules } = setup
  const { sourceOf } = platform.repositories
  platform.repositories.sourceOf = (id, commit, signal) => ({
    ...sourceOf(id, commit, signal),
    list: async (folder) =>
      folder === ''
        ? ['berth/']
        : folder === 'berth'
          ? ['maintenance.html', 'errors/']
          : ['502.html'],
    read: async (path) => (path.endsWith('502.html') ? `502 of ${commit}` : 'Back: {{message}}'),
  })
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.deepEqual(rules(), { pages: { 502: `502 of ${two}` } })
  await beginMaintenance(platform, application, { message: '<soon>' }, owner)
  assert.equal(rules()?.pages?.maintenance, 'Back: &lt;soon&gt;')
  platform.repositories.sourceOf = sourceOf
  assert.equal((await setup.deploy(application, three)).state, 'live')
  assert.equal(rules()?.pages, undefined)
})

test('rules: go with their application', async () => {
  await using setup = await open()
  const { platform, application } = setup
  await beginMaintenance(platform, application, {}, owner)
  await platform.store.applications.remove(application.id)
  assert.deepEqual(await platform.store.visitorRules.listAll(), [])
})
