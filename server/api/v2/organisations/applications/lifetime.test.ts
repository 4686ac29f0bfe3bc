import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import {
  cancelDeployment,
  requestDeployment,
} from '#platform/hosting/deployments/queue/requests.ts'
import { parseApplicationId } from '#platform/model/ids.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf, newApplication } from '#tests/support/platform/platform.ts'

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
    { timeout: 300_000, what: 'a task in progress' },
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

test('application state: DEFAULT_OF_PAYMENT while the owner is suspended, in records and in the summary', async () => {
  const { platform, account } = api
  const { id, ownerId } = await newApplication(platform, account.organisationId)
  const states = async () => {
    const { state } = await client.applications.get({ id, ownerId })
    const headers = { authorization: plaintextHeader(account) }
    const summary = await fetch(`${api.url}/v2/summary`, { headers })
    const text = await summary.text()
    return [state, text.includes('DEFAULT_OF_PAYMENT')]
  }
  assert.deepEqual(await states(), ['SHOULD_BE_DOWN', false])
  await platform.store.applications.setSuspended(ownerId, true)
  assert.deepEqual(await states(), ['DEFAULT_OF_PAYMENT', true])
  await platform.store.applications.setSuspended(ownerId, false)
  assert.deepEqual(await states(), ['SHOULD_BE_DOWN', false])
})
