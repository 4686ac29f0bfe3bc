import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { isRolledBack } from './auto-rollback.ts'

const timeout = 300_000

/** Makes the serving instance exit, and waits until it is started again or replaced. */
async function crash(setup: LiveApplication): Promise<void> {
  const { traffic, application } = setup
  const [address] = traffic.addressesOf(application.id)
  assert.ok(address)
  await fetch(`http://${address.host}:${address.port}/exit/1`).catch(() => {})
  await until(async () => (await served(setup).catch(() => undefined)) !== undefined, {
    timeout,
    what: 'an instance that serves',
  })
}

const deploymentsOf = ({ platform, application }: LiveApplication) =>
  platform.store.deployments.listOf(application.id, {})

async function openDying(autoRollback: string): Promise<LiveApplication> {
  const setup = await openLiveApplication()
  await setVariable(setup.platform, setup.application, 'CC_AUTO_ROLLBACK', autoRollback)
  await setup.deploy(setup.application, two)
  return setup
}

test('automatic rollback: a version that dies after its probation goes back once, and tells why', async () => {
  await using setup = await openDying('true')
  for (let exits = 1; exits <= 3; exits++) await crash(setup)
  const [rollback] = await until(
    async () => {
      const all = await deploymentsOf(setup)
      return all.length === 3 && all[0]?.state === 'live' && all
    },
    { timeout, what: 'the rollback' },
  )
  await setup.platform.queue.idle(setup.application.id)
  assert.match(
    rollback?.cause ?? '',
    /^Automatic rollback to release 1: instance 0 exited 3 times in the .* since release 2 went live$/,
  )
  assert.deepEqual(await served(setup), [one])

  // What it went back to dies as well: nothing is left to go back to but the version before.
  for (let exits = 1; exits <= 4; exits++) await crash(setup)
  await setup.platform.supervision.close()
  assert.equal((await deploymentsOf(setup)).length, 3)
})

test('automatic rollback: not where the application does not want it', async () => {
  await using setup = await openDying('false')
  setup.platform.policies.autoRollback = true
  for (let exits = 1; exits <= 4; exits++) await crash(setup)
  await setup.platform.queue.idle(setup.application.id)
  assert.equal((await deploymentsOf(setup)).length, 2)
  assert.deepEqual(await served(setup), [two])
})

test('automatic rollback: decided by who wants it, the window, the exits, and never for a rollback', () => {
  const deployment = { rollbackTo: null }
  const crash = { exits: 3, liveFor: 1000 }
  const policies = { autoRollback: true, autoRollbackWindow: 1000 }
  const isBack = (change: Partial<Parameters<typeof isRolledBack>[0]> = {}, more = {}) =>
    isRolledBack({ deployment, environment: {}, ...change }, { ...crash, ...more }, policies)
  assert.equal(isBack(), true)
  assert.equal(isBack({}, { exits: 2 }), false)
  assert.equal(isBack({}, { liveFor: 1001 }), false)
  assert.equal(isBack({ environment: { CC_AUTO_ROLLBACK: 'false' } }), false)
  assert.equal(isBack({ deployment: { ...deployment, rollbackTo: 'deployment_1' } }), false)
  const wanted = { environment: { CC_AUTO_ROLLBACK: 'true' } }
  const off = { ...policies, autoRollback: false }
  assert.equal(isRolledBack({ deployment, ...wanted }, crash, off), true)
  assert.equal(isRolledBack({ deployment, environment: {} }, crash, off), false)
})
