import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createCallLimits } from '#platform/identity/access/limits/create-call-limits.ts'
import { defaultPreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { aPreview } from '#tests/support/previews/a-preview.ts'
import { createDeliveryLimits } from './create-delivery-limits.ts'
import { receiveDelivery, replayDelivery } from './receive-delivery.ts'
import { getRepositoryWebhook, renewRepositoryWebhook } from './webhook.ts'

const commit = 'c'.repeat(40)
const push = { ref: 'refs/heads/master', before: 'b'.repeat(40), after: commit }

async function openScene() {
  const setup = await openTestPlatform()
  const { platform } = setup
  const application = await setup.application()
  const { store } = platform
  await store.connectedRepositories.put({
    ...aConnectedRepository(application.id, 'a token'),
    dueAt: platform.clock() + 3_600_000,
  })
  const { secret } = await getRepositoryWebhook(platform, application.id)
  // At a clock that stands still, so that nothing is allowed again meanwhile.
  const limits = {
    deliveryLimits: createDeliveryLimits(() => 0),
    callLimits: createCallLimits(600, () => 0),
  }
  const deliver = (headers: Record<string, string>, body: unknown) =>
    receiveDelivery({ ...platform, ...limits }, application.id, {
      header: (name) => headers[name],
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      from: '203.0.113.7',
    })
  const signed = (header: string, prefix: string, body: unknown, key = secret) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { [header]: prefix + createHmac('sha256', key).update(text).digest('hex') }
  }
  const isDue = async () => {
    const found = await store.connectedRepositories.find(application.id)
    return found !== undefined && found.dueAt <= platform.clock()
  }
  return { ...setup, application, secret, deliver, signed, isDue }
}

test('webhook of a repository: a push that each kind of host announces leads to a look', async () => {
  await using scene = await openScene()
  const { deliver, signed, secret, platform, application } = scene
  const bitbucket = {
    push: { changes: [{ new: { type: 'branch', name: 'master', target: { hash: commit } } }] },
  }
  const form = `payload=${encodeURIComponent(JSON.stringify(push))}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const cases: [host: string, headers: Record<string, string>, body: unknown][] = [
    [
      'github',
      { 'x-github-event': 'push', ...signed('x-hub-signature-256', 'sha256=', push) },
      push,
    ],
    [
      'github',
      { 'x-github-event': 'push', ...type, ...signed('x-hub-signature-256', 'sha256=', form) },
      form,
    ],
    [
      'gitlab',
      { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret },
      { ...push, object_kind: 'push' },
    ],
    [
      'gitea',
      { 'x-gitea-event': 'push', ...signed('x-gitea-signature', '', { ...push, a: 1 }) },
      { ...push, a: 1 },
    ],
    [
      'forgejo',
      { 'x-forgejo-event': 'push', ...signed('x-forgejo-signature', '', { ...push, a: 2 }) },
      { ...push, a: 2 },
    ],
    [
      'bitbucket',
      { 'x-event-key': 'repo:push', ...signed('x-hub-signature', 'sha256=', bitbucket) },
      bitbucket,
    ],
    ['', { authorization: `Bearer ${secret}` }, ''],
  ]
  for (const [host, headers, body] of cases) {
    await platform.store.connectedRepositories.change(application.id, {
      dueAt: platform.clock() + 3_600_000,
    })
    const { id: _, receivedAt: __, digest: ___, ...delivery } = await deliver(headers, body)
    assert.equal(delivery.outcome, 'accepted', `${host}: ${delivery.reason}`)
    assert.equal(delivery.host, host)
    if (host !== '') assert.deepEqual([delivery.ref, delivery.commit], [push.ref, commit])
    assert.ok(await scene.isDue(), host)
  }
  const kept = await platform.store.repositoryDeliveries.listOf(application.id, 20)
  assert.equal(kept.length, cases.length)
})

test('webhook of a repository: wrong signatures, replays and what cannot be read lead to nothing', async () => {
  await using scene = await openScene()
  const { deliver, signed, platform, application } = scene
  const event = { 'x-github-event': 'push' }
  const right = signed('x-hub-signature-256', 'sha256=', push)
  const refused: [Record<string, string>, unknown][] = [
    [event, push],
    [{ ...event, ...signed('x-hub-signature-256', 'sha256=', push, 'other') }, push],
    [
      { ...event, ...right },
      { ...push, after: 'd'.repeat(40) },
    ],
    [{ ...event, 'x-gitlab-token': '' }, push],
    [{ authorization: 'Bearer ' }, ''],
    [{ ...event, ...signed('x-hub-signature-256', 'sha256=', 'nonsense') }, 'nonsense'],
    [{ ...event, ...signed('x-hub-signature-256', 'sha256=', []) }, []],
  ]
  for (const [headers, body] of refused) {
    assert.equal((await deliver(headers, body)).outcome, 'refused', JSON.stringify(headers))
  }
  assert.ok(!(await scene.isDue()))
  assert.equal((await deliver({ ...event, ...right }, push)).outcome, 'accepted')
  await platform.store.connectedRepositories.change(application.id, {
    dueAt: platform.clock() + 3_600_000,
  })
  const again = await deliver({ ...event, ...right }, push)
  assert.deepEqual([again.outcome, again.reason], ['ignored', 'It was received before.'])
  assert.ok(!(await scene.isDue()))
})

test('webhook of a repository: other branches, deleted ones and other events are ignored', async () => {
  await using scene = await openScene()
  const { deliver, secret } = scene
  const say = (event: string, body: unknown) =>
    deliver({ 'x-gitlab-event': event, 'x-gitlab-token': secret }, body)
  const other = await say('Push Hook', { ...push, ref: 'refs/heads/next' })
  assert.deepEqual([other.outcome, other.ref], ['ignored', 'refs/heads/next'])
  const deleted = await say('Push Hook', { ...push, after: '0'.repeat(40) })
  assert.equal(deleted.outcome, 'ignored')
  assert.equal((await say('Issue Hook', {})).outcome, 'ignored')
  assert.ok(!(await scene.isDue()))
})

test('webhook of a repository: with tags, only those that are deployed lead to a look', async () => {
  await using scene = await openScene()
  const { deliver, secret, platform, application } = scene
  await platform.store.connectedRepositories.change(application.id, { tags: ['v*'] })
  const say = (ref: string) =>
    deliver({ 'x-gitlab-event': 'Tag Push Hook', 'x-gitlab-token': secret }, { ...push, ref })
  assert.equal((await say('refs/heads/master')).outcome, 'ignored')
  assert.equal((await say('refs/tags/v1.0.0-rc.1')).outcome, 'ignored')
  assert.equal((await say('refs/tags/v1.0.0')).outcome, 'accepted')
})

test('webhook of a repository: another secret is in force at once, and old deliveries go', async () => {
  await using scene = await openScene()
  const { deliver, secret, platform, application } = scene
  const { secret: renewed } = await renewRepositoryWebhook(platform, application.id)
  assert.notEqual(renewed, secret)
  const say = (token: string, body: unknown) =>
    deliver({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': token }, body)
  for (let count = 0; count < 30; count += 1) await say(secret, push)
  const { id } = await say(renewed, push)
  const kept = await platform.store.repositoryDeliveries.listOf(application.id, 200)
  assert.deepEqual(
    [kept.filter(({ outcome }) => outcome === 'refused').length, kept.length],
    [20, 21],
  )
  await platform.store.connectedRepositories.change(application.id, {
    dueAt: platform.clock() + 3_600_000,
  })
  await replayDelivery(platform, application.id, id)
  await until(scene.isDue, { timeout: 60_000, what: 'the replay' })
  const [bad] = kept.filter(({ outcome }) => outcome === 'refused')
  await assert.rejects(replayDelivery(platform, application.id, bad?.id ?? ''), /not replayed/)
  await assert.rejects(replayDelivery(platform, application.id, 'x'), /no delivery x/)
  await assert.rejects(
    receiveDelivery(platform, 'app_none', {
      header: () => undefined,
      body: Buffer.alloc(0),
      from: '203.0.113.7',
    }),
    /no such webhook/,
  )
})

test('webhook of a repository: a flood of signed calls leaves few rows and a look after the last of them', async () => {
  await using scene = await openScene()
  const { deliver, secret, platform, application } = scene
  const { store } = platform
  const later = () =>
    store.connectedRepositories.change(application.id, { dueAt: platform.clock() + 3_600_000 })
  const say = (number: number) =>
    deliver(
      { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret },
      { ...push, after: number.toString(16).padStart(40, '0') },
    )
  for (let number = 1; number <= 60; number += 1) await say(number)
  await later()
  for (let number = 61; number <= 2000; number += 1) {
    const { outcome, reason } = await say(number)
    assert.deepEqual([outcome, /looked at soon/.test(reason)], ['ignored', true])
  }
  assert.equal((await store.repositoryDeliveries.listOf(application.id, 3000)).length, 60)
  const { dueAt } = (await store.connectedRepositories.find(application.id)) ?? assert.fail()
  assert.ok(dueAt <= platform.clock() + 10_000)
})

test('webhook of a repository: calls without its signature count against their address, and others still get through', async () => {
  await using scene = await openScene()
  const { deliver, secret, platform, application } = scene
  const unsigned = () => deliver({ 'x-github-event': 'push' }, push).catch((error) => error)
  const answers: unknown[] = []
  for (let count = 0; count < 1000; count += 1) answers.push(await unsigned())
  assert.ok(answers.some((answer) => answer instanceof Refusal && answer.kind === 'limited'))
  const kept = await platform.store.repositoryDeliveries.listOf(application.id, 1000)
  assert.equal(kept.length, 20)
  const { outcome } = await deliver({ authorization: `Bearer ${secret}` }, '')
  assert.equal(outcome, 'accepted')
})

test('webhook of a repository: a pull request is announced once, where pull requests get previews', async () => {
  await using scene = await openScene()
  const { deliver, signed, platform, application } = scene
  const { store } = platform
  const say = (body: unknown) =>
    deliver({ 'x-gitea-event': 'pull_request', ...signed('x-gitea-signature', '', body) }, body)
  const opened = { action: 'opened', number: 12, pull_request: { head: { sha: commit } } }
  const off = await say(opened)
  assert.deepEqual([off.outcome, off.reason], ['ignored', 'Pull requests get no previews.'])
  const settings = {
    ...defaultPreviewSettings(application.id),
    isEnabled: true,
    pullRequests: true,
  }
  await store.previewSettings.put(settings)
  const taken = await say(opened)
  assert.deepEqual(
    [taken.outcome, taken.ref, taken.reason],
    ['accepted', 'refs/pull/12/head', 'Pull request #12 is looked at.'],
  )
  assert.equal((await say(opened)).reason, 'It was received before.')
  await say({ ...opened, action: 'closed' })
  const unsigned = await deliver({ 'x-gitea-event': 'pull_request' }, { ...opened, number: 13 })
  assert.equal(unsigned.outcome, 'refused')
  assert.equal((await say({ action: 'opened' })).outcome, 'refused')
  const announced = await store.pullRequestAnnouncements.listOf(application.id)
  assert.deepEqual(
    announced.map(({ number, isClosed }) => [number, isClosed]),
    [[12, true]],
  )
  assert.ok(!(await scene.isDue()), 'no branch has moved')
  const sync = () => store.pullRequestSyncs.find(application.id)
  await replayDelivery(platform, application.id, taken.id)
  assert.ok(((await sync())?.dueAt ?? Number.POSITIVE_INFINITY) <= platform.clock())
})

test('webhook of a repository: a push of a branch with a preview leads to a look at that alone', async () => {
  await using scene = await openScene()
  const { deliver, secret, signed, platform, application } = scene
  const { store } = platform
  const later = platform.clock() + 3_600_000
  const branches = ['topic', 'other', 'gone'] as const
  const previews = branches.map((branch) =>
    aPreview({
      parentId: application.id,
      source: { kind: 'branch', branch },
      sourceKey: `branch ${branch}`,
      state: branch === 'gone' ? 'removing' : 'ready',
      isOutdated: false,
      dueAt: later,
    }),
  )
  for (const preview of previews) await store.previews.add(preview)
  const due = async () => {
    const all = await store.previews.listOf(application.id)
    const found = all.filter(({ dueAt }) => dueAt < later)
    for (const { id } of found) await store.previews.change(id, ['ready'], { dueAt: later })
    return found.map(({ source }) => source.branch).toSorted()
  }
  const say = (ref: string, after = commit) =>
    deliver({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret }, { ref, after })
  const taken = await say('refs/heads/topic')
  assert.deepEqual(
    [taken.outcome, taken.ref, taken.reason],
    ['accepted', 'refs/heads/topic', 'Previews are looked at: topic.'],
  )
  assert.deepEqual([await due(), await scene.isDue()], [['topic'], false])
  assert.equal((await say('refs/heads/topic')).reason, 'It was received before.')
  for (const ref of ['refs/tags/topic', 'refs/heads/gone', 'refs/heads/next']) {
    assert.equal((await say(ref)).outcome, 'ignored', ref)
  }
  assert.deepEqual(await due(), [])
  assert.equal((await say('refs/heads/topic', '0'.repeat(40))).outcome, 'accepted')
  assert.deepEqual(await due(), ['topic'])

  const ended = { push: { changes: [{ new: null, old: { type: 'branch', name: 'other' } }] } }
  const bitbucket = { 'x-event-key': 'repo:push', ...signed('x-hub-signature', 'sha256=', ended) }
  assert.equal((await deliver(bitbucket, ended)).outcome, 'accepted')
  assert.deepEqual([await due(), await scene.isDue()], [['other'], false])
  await say('refs/heads/master')
  assert.deepEqual([await due(), await scene.isDue()], [[], true])
  await deliver({ authorization: `Bearer ${secret}` }, '')
  assert.deepEqual(await due(), ['other', 'topic'])
  await replayDelivery(platform, application.id, taken.id)
  assert.deepEqual(await due(), ['other', 'topic'])
})
