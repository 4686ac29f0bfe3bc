import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable, unsetVariable } from '#platform/hosting/applications/variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { commitOf, openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { cancelDeployment, redeploy, requestDeployment, requestStop } from './queue/requests.ts'

const [one, two, three] = [commitOf('1'), commitOf('2'), commitOf('3')]

/** Runs a test on a platform with an application whose first version is live. */
const onLiveApplication = (
  sentence: string,
  body: (setup: Omit<TestPlatform, 'application'> & { application: Application }) => Promise<void>,
) =>
  test(sentence, async () => {
    await using setup = await openTestPlatform()
    const application = await setup.application()
    assert.equal((await setup.deploy(application, one)).state, 'live')
    await body({ ...setup, application })
  })

/** Commit served to visitors, asked of the instance that the route points at. */
async function served(
  { traffic }: Pick<TestPlatform, 'traffic'>,
  applicationId: ApplicationId,
): Promise<string> {
  const addresses = traffic.addressesOf(applicationId)
  assert.equal(addresses.length, 1, 'one address serves')
  const { host, port } = addresses[0] ?? assert.fail()
  return (await fetch(`http://${host}:${port}/`)).text()
}

async function assertOnlyOldServes(
  setup: Pick<TestPlatform, 'traffic' | 'platform'>,
  applicationId: ApplicationId,
): Promise<void> {
  assert.match(await served(setup, applicationId), new RegExp(one))
  const instances = await setup.platform.store.instances.listOf(applicationId)
  assert.equal(instances.length, 1, 'nothing new runs')
}

onLiveApplication(
  'deploy: a second version replaces the first in the order switch, drain, stop',
  async (setup) => {
    const { application, traffic, platform } = setup
    traffic.told.length = 0
    const deployment = await setup.deploy(application, two)
    assert.equal(deployment.state, 'live')
    assert.deepEqual(traffic.told, ['switch to 1', 'drain 1'])
    assert.match(await served(setup, application.id), new RegExp(two))
    assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
    const steps = await platform.store.deployments.steps(deployment.id)
    assert.deepEqual(
      steps.map(({ state }) => state),
      ['queued', 'building', 'starting', 'checking', 'switching', 'live'],
    )
    const lines = await setup.lines(application.id)
    assert.ok(lines.includes('Response from GET / is 200'))
    assert.ok(lines.some((line) => line.startsWith('Successfully deployed in ')))
  },
)

test('deploy: without instances, the route says that the application is being started, until the deployment ends', async () => {
  await using setup = await openTestPlatform()
  const { platform, traffic } = setup
  const { id } = await setup.application({ environment: { MISBEHAVE: 'build-forever' } })
  const application = (await platform.store.applications.find(id)) ?? assert.fail()
  const request = { commit: one, cause: 'Git', authorId: '' } as const
  const deployment = await requestDeployment(platform, application, request)
  const isStarting = () => traffic.routes.get(id)?.isStarting ?? false
  await until(isStarting, { timeout: 300_000, what: 'the route' })
  await cancelDeployment(platform, deployment)
  await setup.ended(deployment.id)
  await platform.queue.idle(id)
  assert.equal(isStarting(), false)
})

for (const [misbehaviour, sentence, deadline] of [
  ['fail-build', /build failed/i, '5m'],
  ['fail-start', /did not start/, '5m'],
  ['exit', /exited with code/, '5m'],
  ['never-listen', /Health check failed: nothing listens on/, '300ms'],
  ['answer-500', /^Health check failed:$/, '3s'],
] as const) {
  onLiveApplication(
    `a version that does ${misbehaviour} never takes visitors and leaves nothing running`,
    async (setup) => {
      const { application, platform } = setup
      await setVariable(platform, application, 'MISBEHAVE', misbehaviour)
      await setVariable(platform, application, 'CC_HEALTH_CHECK_DEADLINE', deadline)
      const deployment = await setup.deploy(application, two)
      assert.equal(deployment.state, 'failed')
      assert.match(deployment.failure ?? '', sentence)
      await assertOnlyOldServes(setup, application.id)
      const lines = await setup.lines(application.id)
      assert.match(lines.at(-1) ?? '', /^Deploy failed in /)
    },
  )
}

onLiveApplication('deploy: a source without recipe fails with its message', async (setup) => {
  const { application, platform } = setup
  await setVariable(platform, application, 'FAIL_RECIPE', 'yes')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.failure, 'There is no package.json.')
  await assertOnlyOldServes(setup, application.id)
})

for (const [state, misbehaviour] of [
  ['building', 'build-forever'],
  ['checking', 'never-listen'],
] as const) {
  onLiveApplication(`a deployment is cancelled while ${state}`, async (setup) => {
    const { application, platform } = setup
    await setVariable(platform, application, 'MISBEHAVE', misbehaviour)
    const request = { commit: two, cause: 'Git', authorId: '' as const }
    const { id } = await requestDeployment(platform, application, request)
    const running = await until(
      async () => {
        const deployment = await platform.store.deployments.find(id)
        return deployment?.state === state && deployment
      },
      { timeout: 300_000, what: state },
    )
    await cancelDeployment(platform, running)
    assert.equal((await setup.ended(id)).state, 'cancelled')
    await platform.queue.idle(application.id)
    await assertOnlyOldServes(setup, application.id)
  })
}

onLiveApplication(
  'deploy: of several pushes the newest is deployed next, and the running deployment continues',
  async (setup) => {
    const { application, platform } = setup
    const { build } = platform.engine
    const begun = Promise.withResolvers<void>()
    const told = Promise.withResolvers<never>()
    platform.engine.build = () => {
      platform.engine.build = build
      begun.resolve()
      return told.promise
    }
    const push = (commit: string) =>
      requestDeployment(platform, application, { commit, cause: 'Git', authorId: '' as const })
    const running = await push(two)
    await begun.promise
    const waiting = await push(commitOf('a'))
    const newest = await push(three)
    told.reject(new Failure('build', 'It does not compile.'))
    assert.equal((await setup.ended(running.id)).state, 'failed')
    const superseded = await setup.ended(waiting.id)
    assert.deepEqual(
      [superseded.state, superseded.failure],
      ['cancelled', `Superseded by deployment ${newest.number}.`],
    )
    assert.equal((await setup.ended(newest.id)).state, 'live')
    assert.match(await served(setup, application.id), new RegExp(three))
  },
)

onLiveApplication('cancelOnPush: a push cancels the running deployment', async (setup) => {
  const { application, platform } = setup
  await platform.store.applications.change(application.id, { cancelOnPush: true })
  await setVariable(platform, application, 'MISBEHAVE', 'build-forever')
  const eager = { ...application, cancelOnPush: true }
  const stuck = await requestDeployment(platform, eager, {
    commit: two,
    cause: 'Git',
    authorId: '' as const,
  })
  await until(async () => (await platform.store.deployments.find(stuck.id))?.state === 'building', {
    timeout: 300_000,
    what: 'building',
  })
  await unsetVariable(platform, application, 'MISBEHAVE')
  const { id } = await requestDeployment(platform, eager, {
    commit: three,
    cause: 'Git',
    authorId: '' as const,
  })
  assert.equal((await setup.ended(stuck.id)).state, 'cancelled')
  assert.equal((await setup.ended(id)).state, 'live')
})

onLiveApplication('restart: builds nothing and uses the current variables', async (setup) => {
  const { application, platform } = setup
  const current = (await platform.store.applications.find(application.id)) ?? application
  const { id } = await redeploy(platform, current, { authorId: '' as const, withoutCache: false })
  assert.equal((await setup.ended(id)).state, 'live')
  assert.ok((await setup.lines(application.id)).some((line) => line.startsWith('Nothing to build')))
})

const install = { title: 'npm ci', command: ['npm', 'ci'] }
for (const [what, recipe, isBuilt] of [
  ['neither an installation nor a build', {}, false],
  [
    'a shared installation',
    { dependencies: { folder: 'node_modules', install, sharedBy: ['package.json'] } },
    false,
  ],
  ['an installation of its own', { dependencies: { folder: 'node_modules', install } }, true],
  ['a build step', { build: [install] }, true],
  ['a step before the installation', { prepare: [install] }, true],
] as const) {
  test(`deploy: restart after a changed variable with ${what} ${isBuilt ? 'builds' : 'installs nothing'}`, async () => {
    await using setup = await openTestPlatform()
    const { platform } = setup
    const environment = { RECIPE: JSON.stringify(recipe), GREETING: 'one' }
    const application = await setup.application({ environment })
    await setup.deploy(application, one)
    await setVariable(platform, application, 'GREETING', 'two')
    const current = (await platform.store.applications.find(application.id)) ?? application
    const { id } = await redeploy(platform, current, { authorId: '' as const, withoutCache: false })
    assert.equal((await setup.ended(id)).state, 'live')
    await platform.queue.idle(application.id)
    const lines = await setup.lines(application.id)
    assert.equal(!lines.some((line) => line.startsWith('Nothing to build')), isBuilt)
    assert.match(await served(setup, application.id), /"GREETING":"two"/)
  })
}

onLiveApplication(
  'deploy: while the old version drains, only the new one counts as up',
  async (setup) => {
    const { application, platform, traffic } = setup
    const states: string[] = []
    traffic.drain = async () => {
      for (const { state } of await platform.store.instances.listOf(application.id)) {
        states.push(state)
      }
    }
    await setup.deploy(application, two)
    assert.deepEqual(states, ['stopping', 'up'])
  },
)

onLiveApplication('stop: ends every instance and updates the route', async (setup) => {
  const { application, platform, traffic } = setup
  const { id } = await requestStop(platform, application, '')
  assert.equal((await setup.ended(id)).state, 'stopped')
  assert.deepEqual(traffic.addressesOf(application.id), [])
  assert.deepEqual(await platform.store.instances.listOf(application.id), [])
})

onLiveApplication(
  'deploy: an instance that crashes is restarted at the same address',
  async (setup) => {
    const { application, platform } = setup
    await setVariable(platform, application, 'MISBEHAVE', 'crash-later')
    const deployment = await setup.deploy(application, two)
    assert.equal(deployment.state, 'live')
    await until(
      async () => (await setup.lines(application.id)).some((line) => /was restarted/.test(line)),
      { timeout: 300_000, what: 'the restart' },
    )
    assert.match(await served(setup, application.id), new RegExp(two))
  },
)

test('deploy: only the artifacts of the newest releases are kept', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application()
  for (const digit of ['1', '2', '3', '4', '5']) await setup.deploy(application, commitOf(digit))
  const { store, engine } = setup.platform
  const kept: number[] = []
  for (const { number, artifact } of await store.releases.listOf(application.id)) {
    if (await engine.holds(artifact)) kept.push(number)
  }
  assert.deepEqual(kept, [5, 4, 3])
})

test('redeploy: an application that was never deployed cannot be restarted', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application()
  await assert.rejects(
    redeploy(setup.platform, application, { authorId: '' as const, withoutCache: false }),
    /never been deployed/,
  )
})
