import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/applications/variables.ts'
import { cancelDeployment, requestDeployment } from '#platform/deployments/queue/requests.ts'
import { parseApplicationId } from '#platform/ids.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

/** Wire states of tasks and of applications being deployed. */
let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const push = { commit: commitOf('1'), cause: 'Git', authorId: '' as const }
const task = { RECIPE: JSON.stringify({ purpose: 'task' }) }

test('application lifetime: an application becomes a task and a regular one again', async () => {
  const { platform, account } = api
  const create = (instanceLifetime: 'REGULAR' | 'TASK') =>
    client.applications.create(account.organisationId, {
      name: 'job',
      description: '',
      zone: 'par',
      instanceType: 'node',
      instanceVersion: '',
      instanceVariant: '',
      minFlavor: 'XS',
      maxFlavor: 'XS',
      minInstances: 1,
      maxInstances: 1,
      instanceLifetime,
      env: { CC_RUN_COMMAND: 'node job.js' },
    })
  assert.equal((await create('REGULAR')).instance.lifetime, 'REGULAR')
  const job = await create('TASK')
  assert.equal(job.instance.lifetime, 'TASK')
  assert.deepEqual(job.env, [{ name: 'CC_RUN_COMMAND', value: 'node job.js' }])

  const change = async (change: object) =>
    (await client.applications.update(job, { ...change })).instance.lifetime
  assert.equal(await change({ instanceLifetime: 'REGULAR' }), 'REGULAR')
  assert.equal(await change({ instanceLifetime: 'TASK' }), 'TASK')
  assert.equal(await change({ name: 'other', instance: { lifetime: 'REGULAR' } }), 'TASK')
  await assert.rejects(change({ instanceLifetime: 'FOREVER' }), /instanceLifetime/)

  const own = await platform.store.applications.find(parseApplicationId(job.id))
  assert.ok(own)
  await setVariable(platform, own, 'CC_TASK', 'false')
  assert.equal((await client.applications.get(job)).instance.lifetime, 'REGULAR')
})

test('application state: a task and its deployment are in progress while it runs', async () => {
  const application = await api.application({ environment: { ...task, MISBEHAVE: 'never-end' } })
  const record = async () => client.applications.get(application)
  assert.equal((await record()).state, 'SHOULD_BE_DOWN')
  const deployment = await requestDeployment(api.platform, application, push)
  await until(
    async () => (await client.instances.list(application))[0]?.state === 'TASK_IN_PROGRESS',
    { timeout: 20_000, what: 'a task in progress' },
  )
  assert.equal((await client.deployments.list(application))[0]?.state, 'WIP')
  assert.equal((await record()).state, 'WANTS_TO_BE_UP')
  await cancelDeployment(api.platform, deployment)
  assert.equal((await api.ended(deployment.id)).state, 'cancelled')
  assert.equal((await record()).state, 'SHOULD_BE_DOWN')
})

test('application state: WANTS_TO_BE_UP after a failed first deployment, SHOULD_BE_UP once live', async () => {
  const application = await api.application({ environment: { MISBEHAVE: 'fail-build' } })
  const state = async () => (await client.applications.get(application)).state
  await api.deploy(application, commitOf('1'))
  assert.equal(await state(), 'WANTS_TO_BE_UP')
  await setVariable(api.platform, application, 'MISBEHAVE', '')
  await api.deploy(application, commitOf('2'))
  assert.equal(await state(), 'SHOULD_BE_UP')
  const [instance] = await client.instances.list(application)
  assert.equal(instance?.state, 'UP')
})
