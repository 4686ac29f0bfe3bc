import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { newId } from '#kit/text/ids.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { MetricSample } from '#platform/model/observability/sample.ts'
import type { Store } from '#platform/model/store.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import type { ServerParts } from '#tests/support/platform/world.ts'

let api: TestApi
let client: Client
/** Names of the queries since it was emptied. */
const queries: string[] = []

before(async () => {
  api = await openTestApi({}, (parts: ServerParts) => ({ ...parts, store: counted(parts.store) }))
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

function counted(store: Store): Store {
  const noun = (nounName: string, methods: object) =>
    new Proxy(methods, {
      get(target, name) {
        const method = Reflect.get(target, name)
        return (...args: unknown[]) => {
          queries.push(`${nounName}.${String(name)}`)
          return method.apply(target, args)
        }
      },
    })
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      return typeof value === 'object' ? noun(String(name), value) : value
    },
  })
}

const inOverview = async (id: string) => {
  const { applications } = await client.overview.get(api.account.organisationId)
  return applications.find((application) => application.id === id)
}

test('overview: an application is stopped, runs and is stopped again, with its last deployment', async () => {
  const application = await api.application()
  const fresh = await inOverview(application.id)
  assert.equal(fresh?.state, 'stopped')
  assert.deepEqual([fresh.since, fresh.instances, fresh.lastDeployment], [null, 0, null])
  const host = `${application.id.replace('_', '-')}.`
  assert.ok(fresh.url?.startsWith(`http://${host}`) && fresh.domain?.startsWith(host))
  assert.deepEqual(fresh.requestsPerMinute, new Array(30).fill(null))

  await api.deploy(application, commitOf('1'))
  const running = await client.overview.application(application)
  assert.deepEqual([running.state, running.instances, running.wantedInstances], ['running', 1, 1])
  assert.equal(running.commit, commitOf('1'))
  const { lastDeployment } = running
  assert.deepEqual(
    [lastDeployment?.id, lastDeployment?.state, lastDeployment?.author, lastDeployment?.failure],
    [1, 'OK', null, null],
  )
  assert.ok((lastDeployment?.duration ?? -1) >= 0)
  assert.deepEqual(
    running.instanceList.map(({ number, state, lastExit }) => [number, state, lastExit]),
    [[0, 'running', null]],
  )
  const { instanceList, ...same } = running
  assert.deepEqual(await inOverview(application.id), same)
  assert.doesNotMatch(JSON.stringify(instanceList), /handle|environment/)

  await client.instances.stop(application)
  await api.platform.queue.idle(application.id)
  const stopped = await inOverview(application.id)
  assert.deepEqual([stopped?.state, stopped?.lastDeployment?.action], ['stopped', 'UNDEPLOY'])
  assert.match(stopped?.lastDeployment?.author?.id ?? '', /^user_/)
})

test('overview: an application whose first deployment fails is failed, with the sentence', async () => {
  const application = await api.application({ environment: { FAIL_RECIPE: 'yes' } })
  const { failure } = await api.deploy(application, commitOf('1'))
  const found = await inOverview(application.id)
  assert.equal(found?.state, 'failed')
  assert.equal(found.lastDeployment?.failure, failure)
  assert.equal(
    found.since,
    (found.lastDeployment?.date ?? 0) + (found.lastDeployment?.duration ?? 0),
  )
})

test('overview: requests per minute are those of all instances in whole minutes', async () => {
  const application = await api.application()
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const sample = (at: number, requests: number): MetricSample => ({
    at,
    duration: 10_000,
    requests,
    status: [0, requests, 0, 0, 0],
    latency: [requests],
  })
  for (const source of [randomUUID(), randomUUID()] as InstanceId[]) {
    await api.metricStore.add([
      {
        resourceId: application.id,
        source,
        resolution: 'fine',
        samples: [sample(now - 180_000, 3), sample(now - 170_000, 4), sample(now - 120_000, 0)],
      },
    ])
  }
  const found = (await inOverview(application.id))?.requestsPerMinute.join() ?? ''
  // The minute may have changed meanwhile.
  assert.match(found, /^,+14,0,{1,2}$/)
})

test('overview: three hundred applications cost as many queries as one', async () => {
  const { store } = api.platform
  const ownerId = newId('orga')
  const organisation = await store.organisations.find(api.account.organisationId)
  await store.organisations.add({ ...organisation, id: ownerId, name: 'large' } as never)
  const [first] = await store.members.listOf(api.account.organisationId)
  assert.ok(first)
  const { member, user } = first
  await store.members.put({ ...member, organisationId: ownerId })
  const model = await api.application()
  const add = (count: number) =>
    store.transaction(async (inside) => {
      for (let number = 0; number < count; number += 1) {
        const id = newId('app')
        await inside.applications.add({ ...model, id, ownerId, name: `app ${number}` })
        await inside.domains.add({
          host: `${id}.test`,
          path: '/',
          applicationId: id,
          favourite: false,
        })
        for (const state of ['live', 'failed'] as const) {
          await inside.deployments.add({
            id: newId('deployment'),
            applicationId: id,
            action: 'deploy',
            state,
            cause: 'Git',
            commit: commitOf('1'),
            authorId: user.id,
            createdAt: 1,
            changedAt: 2,
            withoutCache: false,
            attempts: 1,
            cancelRequested: false,
            failure: null,
            instances: 1,
          })
        }
      }
    })
  const measure = async () => {
    queries.length = 0
    const { applications } = await client.overview.get(ownerId)
    return { count: applications.length, queries: queries.toSorted() }
  }
  await add(1)
  await measure()
  const one = await measure()
  await add(299)
  const many = await measure()
  assert.deepEqual([one.count, many.count], [1, 300])
  assert.deepEqual(many.queries, one.queries)
  assert.ok(many.queries.length < 15, many.queries.join())
})
