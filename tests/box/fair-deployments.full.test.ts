import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { Tenant, type TenantApplication } from '#tests/support/people/tenant.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant with sleeping builds in many applications and organisations; another tenant wants to deploy. */
const count = 8
let berth: TestBerth
let mallory: Tenant
let sleepers: TenantApplication[]

before(async () => {
  berth = await TestBerth.start({ BERTH_SIGNUP: 'open', BERTH_MAX_CONCURRENT_DEPLOYMENTS: '4' })
  mallory = await Tenant.signUp(berth, 'mallory')
  const places = await Promise.all(
    Array.from({ length: count }, (_, at) => mallory.organisation(`Sleepers ${at}`)),
  )
  sleepers = await Promise.all(
    places.map((place, at) =>
      mallory.application(place, `sleeper-${at}`, { CC_PRE_BUILD_HOOK: 'sleep 600' }),
    ),
  )
})
after(() => berth?.[Symbol.asyncDispose]())

const isAsleep = async (application: TenantApplication) =>
  (await application.log()).some((line) => line.includes('CC_PRE_BUILD_HOOK'))

test('fair deployments: eight sleeping builds of one user in eight organisations leave worker slots for another owner', async () => {
  for (const sleeper of sleepers) await sleeper.push(webServer('never'))
  const asleep = async () => (await Promise.all(sleepers.map(isAsleep))).filter(Boolean).length
  await Promise.race(sleepers.map((sleeper) => sleeper.logged(/CC_PRE_BUILD_HOOK/)))
  const alice = await Tenant.signUp(berth, 'alice')
  const honest = await alice.application(await alice.organisation('Honest'), 'honest')
  await honest.push(webServer('honest work'))
  assert.equal((await honest.ended()).state, 'OK')
  assert.equal(await asleep(), 2, 'half of the worker slots')
})

test('fair deployments: cancelling ends running and queued ones, and frees the worker slots', async () => {
  for (const sleeper of sleepers) {
    const [deployment] = await mallory.client.deployments.list(sleeper.record)
    await mallory.client.deployments.cancel(sleeper.record, deployment ?? assert.fail())
  }
  for (const sleeper of sleepers) {
    const { state } = await sleeper.newest(({ state }) => state === 'CANCELLED', 'the cancel')
    assert.equal(state, 'CANCELLED')
  }
})
