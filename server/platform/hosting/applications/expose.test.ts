import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { one, openLiveApplication } from '#tests/support/applications/live-application.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { addDependency } from './dependencies.ts'
import { exposeVariables } from './expose.ts'
import { setVariable } from './variables.ts'

async function openPair() {
  const setup = await openLiveApplication()
  const { platform, account } = setup
  const api = await newApplication(platform, account.organisationId)
  await addDependency(platform, setup.application, api)
  return { ...setup, api }
}

const releases = ({ platform, application }: Awaited<ReturnType<typeof openPair>>) =>
  platform.store.releases.listOf(application.id)

/** Waits for this number of deployments and returns the environment of the newest release. */
const environmentOf = (setup: Awaited<ReturnType<typeof openPair>>, count: number) =>
  until(
    async () => {
      const [newest] = await releases(setup)
      await setup.platform.queue.idle(setup.application.id)
      return newest?.number === count && newest.environment
    },
    { timeout: 300_000, what: `deployment ${count}` },
  )

test('exposed variables: reach linked applications, which restart', async () => {
  await using setup = await openPair()
  const { platform, api } = setup
  await exposeVariables(platform, api, { API_URL: 'http://api', NAME: 'of api' })
  assert.equal((await environmentOf(setup, 2)).API_URL, 'http://api')
  await exposeVariables(platform, api, { NAME: 'of api', API_URL: 'http://api' })
  await exposeVariables(platform, api, { API_URL: 'http://elsewhere' })
  const { API_URL, NAME } = await environmentOf(setup, 3)
  assert.deepEqual([API_URL, NAME], ['http://elsewhere', undefined])
})

test('exposed variables: do not start an application that is stopped or was never deployed', async () => {
  await using setup = await openPair()
  const { platform, api, application, account } = setup
  await addDependency(platform, await newApplication(platform, account.organisationId), api)
  await platform.store.applications.setWanted(application.id, 'down')
  await exposeVariables(platform, api, { A: 'b' })
  assert.deepEqual(await platform.store.deployments.listUnfinished(), [])
})

test('exposed variables: own variables take precedence, and own exposed ones are not set', async () => {
  await using setup = await openPair()
  const { platform, api, application } = setup
  await platform.store.exposedVariables.replace(api.id, { WHO: 'api', APP_ID: 'forged' })
  await exposeVariables(platform, application, { MINE: 'for others' })
  await setVariable(platform, application, 'WHO', 'web')
  await setup.deploy(application, one)
  const { WHO, MINE, APP_ID } = await environmentOf(setup, 2)
  assert.deepEqual([WHO, MINE, APP_ID], ['web', undefined, application.id])
})

test('exposed variables: names and values follow the rules of variables', async () => {
  await using setup = await openPair()
  const { platform, api } = setup
  const wrong: Record<string, string>[] = [
    ...[{ 'a b': '' }, { A: 'nul\0' }, { A: 'x'.repeat(200_000) }],
  ]
  for (const variables of wrong)
    await assert.rejects(exposeVariables(platform, api, variables), { kind: 'invalid' })
  assert.deepEqual(await platform.store.exposedVariables.of(api.id), {})
})

test('exposed variables: an environment too large for exec fails the deployment with a message', async () => {
  await using setup = await openPair()
  const { platform, api, application, account } = setup
  const other = await newApplication(platform, account.organisationId)
  await addDependency(platform, application, other)
  for (const [prefix, { id }] of Object.entries({ A: api, B: other })) {
    const variables = [1, 2, 3, 4, 5].map((count) => [`${prefix}${count}`, 'x'.repeat(100_000)])
    await platform.store.exposedVariables.replace(id, Object.fromEntries(variables))
  }
  await setVariable(platform, application, 'MINE', 'x'.repeat(100_000))
  const { state, failure } = await setup.deploy(application, one)
  assert.equal(state, 'failed')
  assert.match(failure ?? '', /larger than 1 MB/)
})
