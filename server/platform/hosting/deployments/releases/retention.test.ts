import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { redeploy } from '#platform/hosting/deployments/queue/requests.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'

const [one, two] = [commitOf('1'), commitOf('2')]
const step = { title: 'make', command: ['make'] }

/** An application with a build command; the instances of commit 2 do not listen unless `isListening`. */
async function openSlow() {
  const setup = await openTestPlatform()
  const { platform } = setup
  const { build, start } = platform.engine
  const built: string[] = []
  const behaviour = { isListening: false }
  platform.engine.build = (order) => {
    built.push(order.source.commit)
    return build(order)
  }
  platform.engine.start = (order) => {
    const isSilent = order.environment.COMMIT_ID === two && !behaviour.isListening
    const silent = { ...order.environment, MISBEHAVE: 'never-listen' }
    return start({ ...order, environment: isSilent ? silent : order.environment })
  }
  const environment = { RECIPE: JSON.stringify({ build: [step] }) }
  const application = await setup.application({ environment })
  const set = (name: string, value: string) => setVariable(platform, application, name, value)
  return { ...setup, application, built, behaviour, set }
}

test('releases: the next attempt of a commit that failed to start does not build again, with more time either', async () => {
  await using setup = await openSlow()
  const { application, platform, built, behaviour, set } = setup
  await setup.deploy(application, one)
  await set('CC_HEALTH_CHECK_DEADLINE', '300ms')
  const failed = await setup.deploy(application, two)
  assert.match(failed.failure ?? '', /though the application runs/)
  assert.match((await setup.lines(application.id)).join('\n'), /CC_HEALTH_CHECK_DEADLINE 1m/)

  const current = (await platform.store.applications.find(application.id)) ?? assert.fail()
  const restart = { authorId: '' as const, withoutCache: false, commit: one }
  await setup.ended((await redeploy(platform, current, restart)).id)
  await platform.queue.idle(application.id)

  await set('CC_HEALTH_CHECK_DEADLINE', '5m')
  behaviour.isListening = true
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.deepEqual(built, [one, two])
  const lines = await setup.lines(application.id)
  assert.ok(lines.some((line) => line.startsWith('Nothing to build: release 2 was built')))
})

test('releases: a variable that the build sees builds a commit that failed to start again', async () => {
  await using setup = await openSlow()
  const { application, built, behaviour, set } = setup
  await set('CC_HEALTH_CHECK_DEADLINE', '300ms')
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  behaviour.isListening = true
  await set('CC_HEALTH_CHECK_DEADLINE', '5m')
  await set('GREETING', 'two')
  assert.equal((await setup.deploy(application, two)).state, 'live')
  assert.deepEqual(built, [two, two])
})

test('releases: of many that failed to start one artifact is kept, and not for ever', async () => {
  await using setup = await openSlow()
  const { application, platform, set } = setup
  platform.policies.releasesKept = 3
  const held = async () => {
    const releases = await platform.store.releases.listOf(application.id)
    const all = await Promise.all(releases.map(({ artifact }) => platform.engine.holds(artifact)))
    return releases.filter((_, at) => all[at]).map(({ number }) => number)
  }
  await set('CC_HEALTH_CHECK_DEADLINE', '300ms')
  for (const greeting of ['a', 'b', 'c']) {
    await set('GREETING', greeting)
    assert.equal((await setup.deploy(application, two)).state, 'failed')
  }
  assert.deepEqual(await held(), [3])
  await set('CC_HEALTH_CHECK_DEADLINE', '5m')
  for (const digit of ['4', '5']) await setup.deploy(application, commitOf(digit))
  assert.deepEqual(await held(), [5, 4, 3])
  await setup.deploy(application, commitOf('6'))
  assert.deepEqual(await held(), [6, 5, 4])
})
