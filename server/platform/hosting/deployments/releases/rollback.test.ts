import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { setVariable, unsetVariable } from '#platform/hosting/applications/variables.ts'
import { redeploy, requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  three,
  two,
} from '#tests/support/applications/live-application.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { listReleases } from './releases.ts'
import { variablesToRestore } from './restore-release.ts'
import { removeOldReleases } from './retention.ts'
import { requestRollback } from './rollback.ts'

const currentOf = async ({ platform, application }: LiveApplication) =>
  (await platform.store.applications.find(application.id)) ?? assert.fail()

async function rollBack(setup: LiveApplication, number?: number) {
  const { platform } = setup
  const { id } = await requestRollback(platform, await currentOf(setup), {
    authorId: '',
    ...(number !== undefined && { number }),
  })
  const deployment = await setup.ended(id)
  await platform.queue.idle(setup.application.id)
  return deployment
}

const releasesOf = async (setup: LiveApplication) => {
  const releases = await listReleases(setup.platform, await currentOf(setup))
  return releases.map(({ release, state }) => `${release.number} ${state}`)
}

/** Counts builds from now on. */
function countBuilds({ platform }: LiveApplication): { count: number } {
  const builds = { count: 0 }
  const { build } = platform.engine
  platform.engine.build = (order) => {
    builds.count += 1
    return build(order)
  }
  return builds
}

test('rollback: starts the release before the live one without a build, and back again', async () => {
  await using setup = await openLiveApplication()
  await setup.deploy(setup.application, two)
  const builds = countBuilds(setup)
  const back = await rollBack(setup)
  assert.deepEqual([back.state, back.cause], ['live', 'Rollback to release 1'])
  assert.deepEqual(await served(setup), [one])
  assert.equal((await currentOf(setup)).commit, one)
  assert.deepEqual(await releasesOf(setup), ['3 live', '2 kept', '1 kept'])
  assert.equal((await rollBack(setup)).cause, 'Rollback to release 2')
  assert.deepEqual(await served(setup), [two])
  assert.equal((await rollBack(setup, 1)).state, 'live')
  assert.deepEqual(await served(setup), [one])
  assert.equal(builds.count, 0)
  const lines = await setup.lines(setup.application.id)
  assert.ok(lines.includes('Nothing to build: release 1 is kept.'))
})

test('rollback: uses the variables of the release, and leaves those that are set', async () => {
  await using setup = await openTestPlatform()
  const { id } = await setup.application({ environment: { KEPT: 'old', GONE: 'old' } })
  const { platform } = setup
  const application = (await platform.store.applications.find(id)) ?? assert.fail()
  const live = { ...setup, application }
  await setup.deploy(application, one)
  await setVariable(platform, application, 'KEPT', 'new secret')
  await setVariable(platform, application, 'ADDED', 'new secret')
  await unsetVariable(platform, application, 'GONE')
  await setup.deploy(application, two)
  const before = await platform.store.variables.of(id)
  const { id: rolledBack } = await rollBack(live)
  const { environment = {} } = (await platform.store.releases.find(rolledBack)) ?? {}
  assert.deepEqual(
    [environment.KEPT, environment.GONE, environment.ADDED],
    ['old', 'old', undefined],
  )
  assert.equal(environment.CC_DEPLOYMENT_ID, rolledBack)
  assert.equal(environment.CC_COMMIT_ID, one)
  assert.deepEqual(await platform.store.variables.of(id), before)
  const lines = await setup.lines(id)
  assert.ok(
    lines.some((line) => line.startsWith('Variables that have changed since: ADDED, GONE, KEPT.')),
  )
  assert.ok(!lines.some((line) => line.includes('new secret')))
  const [release] = await listReleases(platform, await currentOf(live))
  assert.deepEqual(release?.changes, {
    isCommitChanged: true,
    variables: { added: ['GONE'], changed: ['KEPT'], removed: ['ADDED'] },
    recipe: [],
  })
})

test('rollback: linked add-ons give their current values, unless the owner has set the variable', () => {
  const environment = { DB: 'old', MINE: 'old', OWN: 'old', COMMIT_ID: 'x' }
  const release = { environment } as unknown as Parameters<typeof variablesToRestore>[0]
  const current = { own: { OWN: 'new' }, linked: { DB: 'rotated', OWN: 'linked' } }
  assert.deepEqual(variablesToRestore(release, current), { MINE: 'old', OWN: 'old' })
})

test('rollback: a release whose artifact is gone is built again, and the log says so', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  for (const digit of ['2', '3', '4', '5']) await setup.deploy(application, commitOf(digit))
  assert.deepEqual(await releasesOf(setup), [
    '5 live',
    '4 kept',
    '3 kept',
    '2 artifact-gone',
    '1 artifact-gone',
  ])
  const builds = countBuilds(setup)
  assert.equal((await rollBack(setup, 1)).state, 'live')
  assert.equal(builds.count, 1)
  assert.deepEqual(await served(setup), [one])
  const lines = await setup.lines(application.id)
  assert.ok(lines.includes('The artifact of release 1 is no longer kept, so it is built again.'))
  assert.deepEqual((await releasesOf(setup)).slice(0, 3), ['6 live', '5 kept', '4 kept'])
  assert.equal((await platform.store.releases.listOf(application.id)).length, 6)
})

test('rollback: releases that never were live neither count nor push out those that were', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setup.deploy(application, two)
  await setVariable(platform, application, 'MISBEHAVE', 'exit')
  for (const digit of ['3', '4', '5', '6']) {
    assert.equal((await setup.deploy(application, commitOf(digit))).state, 'failed')
  }
  assert.deepEqual(await releasesOf(setup), ['2 live', '1 kept'])
  assert.equal((await rollBack(setup)).state, 'live', 'with the variables of then')
  assert.deepEqual(await served(setup), [one])
})

test('rollback: without a release before, or to an unknown one, is refused', async () => {
  await using setup = await openLiveApplication()
  await assert.rejects(rollBack(setup), /^Refusal: There is no release before the live one/)
  await assert.rejects(rollBack(setup, 7), /^Refusal: There is no release 7/)
})

test('rollback: while a version is on probation the default is refused, because cancelling it goes back at once', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setVariable(platform, application, 'CC_PROBATION', '10m')
  const { id } = await requestDeployment(platform, application, {
    commit: two,
    cause: 'Git',
    authorId: '',
  })
  const isReached = async () => (await platform.store.deployments.find(id))?.state === 'probation'
  await until(isReached, { timeout: 300_000, what: 'the probation' })
  await assert.rejects(rollBack(setup), /Deployment 2 is on probation: cancel it/)
  platform.queue.cancel(id, 'enough')
  await setup.ended(id)
})

test('rollback: one that fails its health check leaves the live release serving', async () => {
  await using setup = await openTestPlatform()
  const created = await setup.application({ environment: { MISBEHAVE: 'exit-twice' } })
  const { platform } = setup
  await setup.deploy(created, one)
  await unsetVariable(platform, created, 'MISBEHAVE')
  await setup.deploy(created, two)
  const application = (await platform.store.applications.find(created.id)) ?? assert.fail()
  const { start } = platform.engine
  platform.engine.start = (order) =>
    start({ ...order, environment: { ...order.environment, MISBEHAVE: 'exit' } })
  assert.equal((await rollBack({ ...setup, application })).state, 'failed')
  assert.deepEqual(await served({ ...setup, application }), [two])
  platform.engine.start = start
})

test('POST instances with a commit: a kept release of it is started without a build; with other inputs it is built, and the log says so', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setup.deploy(application, two)
  const builds = countBuilds(setup)
  const again = async (commit: string) => {
    const request = { commit, authorId: '' as const, withoutCache: false }
    const { id } = await redeploy(platform, await currentOf(setup), request)
    assert.equal((await setup.ended(id)).state, 'live')
    await platform.queue.idle(application.id)
  }
  await again(one)
  assert.equal(builds.count, 0)
  await setVariable(platform, application, 'RECIPE', '{"environment":{"ANOTHER":"input"}}')
  await again(two)
  assert.equal(builds.count, 1)
  const lines = await setup.lines(application.id)
  assert.ok(lines.some((line) => /^Release 2 is of the same commit, but variables or/.test(line)))
  await setup.deploy(application, three)
  assert.deepEqual(await served(setup), [three])
})

test('releases: records beyond twenty are removed', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  for (let count = 0; count < 21; count++) {
    const deployment = await platform.store.deployments.add({
      ...((await platform.store.deployments.listOf(application.id, { limit: 1 }))[0] ??
        assert.fail()),
      id: newId('deployment'),
    })
    const [newest = assert.fail()] = await platform.store.releases.listOf(application.id)
    const { id: deploymentId, number } = deployment
    await platform.store.releases.put({ ...newest, deploymentId, number })
  }
  await removeOldReleases(platform, application.id)
  const numbers = (await platform.store.releases.listOf(application.id)).map((each) => each.number)
  // The live one, which is the oldest here, stays.
  assert.deepEqual([numbers.length, numbers[0], numbers.at(-2), numbers.at(-1)], [21, 22, 3, 1])
})
