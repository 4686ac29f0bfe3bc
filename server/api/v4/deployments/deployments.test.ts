import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { newId } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { failDeployment } from '#platform/hosting/deployments/pipeline/fail-deployment.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { memoryRuntime } from '#tests/support/engine/memory-runtime.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi({}, (parts) => ({
    ...parts,
    engine: { ...parts.engine, buildsDockerfiles: true, pullsImages: true },
  }))
  const docker = { ...memoryRuntime, type: 'docker', usesDockerfile: true }
  Object.assign(api.platform, { runtimes: [memoryRuntime, docker] })
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const statesOf = async (application: Application, number: number) => {
  const { steps } = await client.deployments.story(application, number)
  return steps.map(({ name, state }) => `${name} ${state}`)
}

const container = () =>
  createApplication(api.platform, api.account.organisationId, {
    name: 'container',
    type: 'docker',
    zone: 'par',
    environment: {},
  })
const shop = 'registry.example:5000/team/shop:1'

test('deployments: one of a connected repository has what its commit says, with a link', async () => {
  const application = await api.application({})
  const commit = commitOf('c')
  const { store } = api.platform
  const before = await client.deployments.story(
    application,
    (await api.deploy(application, commit)).number,
  )
  assert.equal(before.commitSummary, null)
  const summary = { commit, author: 'Ada', message: 'Say c\n\nMore', date: 5 }
  await store.commitSummaries.put(application.id, summary)
  const [listed] = await client.deployments.summaries(application)
  assert.deepEqual(listed?.commitSummary, {
    author: 'Ada',
    message: 'Say c\n\nMore',
    date: 5,
    url: null,
  })
  await store.connectedRepositories.put({
    ...aConnectedRepository(application.id, ''),
    url: 'ssh://git@gitlab.example.org:2222/team/shop.git',
  })
  const story = await client.deployments.story(application, before.id)
  const page = `https://gitlab.example.org/team/shop/-/commit/${commit}`
  assert.equal(story.commitSummary?.url, page)
})

test('deployments: each knows its branch, and how its commit stands to the live one', async () => {
  const application = await api.application({})
  const { repositories } = api.platform
  const [first, second] = [commitOf('a'), commitOf('b')]
  const summary = { commit: second, author: 'Ada', message: 'Say b', date: 5 }
  const newest = [{ commit: second, author: 'Ada', subject: 'Say b' }]
  const asked: unknown[] = []
  const { readHistory } = repositories
  Object.assign(repositories, {
    async readHistory(_: string, question: { commit: string; since: string | null }) {
      asked.push(question)
      if (question.commit !== second) throw new Error('git cannot be started')
      return { summary, comparison: { aheadBy: 1, behindBy: 2, isPartial: false, newest } }
    },
  })
  try {
    const push = async (commit: string) => {
      const request = { commit, branch: 'master', cause: 'Git', authorId: '' } as const
      const current = await getApplication(api.platform, application.id)
      await api.ended((await requestDeployment(api.platform, current, request)).id)
    }
    await push(first)
    const story = await client.deployments.story(application, 1)
    assert.deepEqual([story.branch, story.commitSummary, story.comparison], ['master', null, null])
    await push(second)
    assert.deepEqual(asked, [
      { commit: first, since: null },
      { commit: second, since: first },
    ])
    const comparison = {
      since: first,
      status: 'diverged',
      aheadBy: 1,
      behindBy: 2,
      isPartial: false,
    }
    const [listed] = await client.deployments.summaries(application)
    assert.deepEqual(listed?.comparison, comparison)
    assert.deepEqual((await client.deployments.story(application, 2)).comparison, {
      ...comparison,
      newest: [{ ...newest[0], url: null }],
    })
    // The words of the same commit are known, and so is its branch.
    await client.instances.redeploy(application, {})
    const [again] = await client.deployments.summaries(application)
    assert.equal(asked.length, 2)
    assert.deepEqual(
      [again?.branch, again?.commitSummary?.message, again?.comparison?.status],
      ['master', 'Say b', 'identical'],
    )
    await api.ended(again?.uuid as `deployment_${string}`)
  } finally {
    Object.assign(repositories, { readHistory })
  }
})

test('deployments: a failed one has the line of its log that says what is wrong', async () => {
  const application = await api.application({})
  const deployed = await api.deploy(application, commitOf('d'))
  const { logs, store } = api.platform
  const second = await store.deployments.add({
    ...deployed,
    id: newId('deployment'),
    state: 'building',
    failure: null,
    failureStep: null,
    advice: null,
  })
  logs.append({
    applicationId: application.id,
    deploymentId: second.id,
    instanceId: '',
    commit: second.commit,
    origin: 'build',
    severity: 'info',
    message: "src/cart.ts(3,9): error TS2322: Type 'number' is not assignable.",
  })
  const failure = new Failure('build', 'npm run build exited with 2')
  await failDeployment(api.platform, second, failure)
  const { failure: told } = await client.deployments.story(application, 2)
  const { lineId, date, ...headline } = told?.headline ?? {}
  assert.deepEqual(headline, {
    tool: 'TypeScript',
    sentence: "TS2322: Type 'number' is not assignable.",
    file: 'src/cart.ts',
    line: 3,
    column: 9,
  })
  const line = (await logs.read(application.id, { deploymentId: second.id }))[0]
  assert.deepEqual([lineId, date], [line?.id, line?.date])
  assert.match(told?.advice.join() ?? '', /tsc --noEmit/)
  const [listed] = await client.deployments.summaries(application)
  assert.equal(listed?.headline, "src/cart.ts:3:9: TS2322: Type 'number' is not assignable.")
})

test('image: its deployment names it, and so does the audit log', async () => {
  const application = await container()
  const { deploymentId } = await client.deployments.deployImage(application, shop)
  const deployment = await api.ended(deploymentId as `deployment_${string}`)
  assert.deepEqual([deployment.state, deployment.cause], ['live', `Image ${shop}`])
  const [entry] = await api.platform.store.audit.listOf(application.ownerId, { limit: 1 })
  assert.equal(entry?.action, 'application.deploy-image')
  assert.equal(entry?.target, `${application.id} ${shop}`)
})

test('image: other types and texts that name none are refused, and nothing is queued', async () => {
  const application = await api.application({})
  await assert.rejects(client.deployments.deployImage(application, shop), /of type docker/)
  const other = await container()
  for (const text of ['', '--all', 'https://registry.example/shop', 'docker-archive:/etc']) {
    await assert.rejects(
      client.deployments.deployImage(other, text),
      /must be the name of an image/,
    )
  }
  assert.deepEqual(await client.deployments.list(application), [])
  assert.deepEqual(await client.deployments.list(other), [])
})

test('deployment story: tells steps with times and what changed, by names only', async () => {
  const application = await api.application({ environment: { TOKEN: 'first secret' } })
  await api.deploy(application, commitOf('1'))
  assert.equal((await statesOf(application, 1)).at(-1), 'drain skipped')
  await setVariable(api.platform, application, 'TOKEN', 'second secret')
  const { id } = await api.deploy(application, commitOf('2'))

  const story = await client.deployments.story(application, id)
  assert.deepEqual([story.id, story.state, story.phase, story.isLive], [2, 'OK', 'live', true])
  assert.deepEqual(
    story.steps
      .filter(({ state }) => state !== 'skipped')
      .map(({ name, state }) => `${name} ${state}`),
    [
      'queue done',
      'recipe done',
      'build done',
      'start done',
      'health-check done',
      'switch done',
      'drain done',
    ],
  )
  for (const { state, begunAt, endedAt } of story.steps) {
    assert.equal(begunAt === null || endedAt === null, state === 'skipped')
    assert.ok((begunAt ?? 0) <= (endedAt ?? 0))
  }
  assert.equal(story.failure, null)
  assert.deepEqual(story.changes, {
    commit: true,
    variables: { added: [], changed: ['TOKEN'], removed: [] },
    recipe: [],
  })
  assert.doesNotMatch(JSON.stringify(story), /secret/)
  await assert.rejects(client.deployments.story(application, 9), /no deployment 9/)
})

test('deployment story: of a failed one has the step, the sentence and the advice', async () => {
  const application = await api.application({ environment: { FAIL_RECIPE: 'yes' } })
  await api.deploy(application, commitOf('1'))
  const { failure, changes } = await client.deployments.story(application, 1)
  assert.deepEqual(failure, {
    kind: 'recipe',
    message: 'There is no package.json.',
    advice: [],
    headline: null,
  })
  assert.equal(changes, null)
  assert.deepEqual((await statesOf(application, 1)).slice(0, 3), [
    'queue done',
    'recipe failed',
    'build skipped',
  ])
  const crashing = await api.application({ environment: { MISBEHAVE: 'exit' } })
  await api.deploy(crashing, commitOf('1'))
  const crash = await client.deployments.story(crashing, 1)
  assert.equal(crash.failure?.kind, 'start')
  const lines = await api.lines(crashing.id)
  for (const line of crash.failure?.advice ?? []) assert.ok(lines.includes(line), line)
  assert.ok((crash.failure?.advice.length ?? 0) > 0)

  const [summary] = await client.deployments.summaries(crashing, { limit: 1 })
  assert.equal(summary?.failure, crash.failure?.message)
  assert.ok((summary?.duration ?? -1) >= 0)
})

test('deployment progress: followers are told of each state, and nothing of it is kept', async () => {
  const application = await api.application()
  const leaving = new AbortController()
  const phases: unknown[] = []
  for await (const item of client.events.followAll({ signal: leaving.signal })) {
    if (item.kind === 'ready') void api.deploy(application, commitOf('1')).catch(() => {})
    if (item.kind !== 'progress') continue
    const { event, ownerId, data } = item.progress
    assert.deepEqual(
      [event, ownerId, data.appId, data.number],
      ['DEPLOYMENT_STATE_CHANGE', application.ownerId, application.id, 1],
    )
    phases.push(data.phase)
    if (data.phase === 'live') leaving.abort()
  }
  // Quick changes may become one.
  const order = ['queued', 'building', 'starting', 'checking', 'switching', 'live']
  const places = phases.map((phase) => order.indexOf(String(phase)))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
  assert.ok(places.length > 1 && !places.includes(-1), phases.join())
  const { events } = await client.events.listAll({ limit: 500 })
  assert.ok(!events.some(({ event }) => event === 'DEPLOYMENT_STATE_CHANGE'))
})
