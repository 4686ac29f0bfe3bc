import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { connectRepository } from '#platform/hosting/connected-repositories/connect.ts'
import { approvePreview } from '#platform/hosting/previews/change-preview.ts'
import { createPreview } from '#platform/hosting/previews/create-preview.ts'
import { defaultPreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { openGitHostApi } from '#tests/support/git-host/api/git-host-api.ts'
import type { HostPull } from '#tests/support/git-host/api/host-state.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { addAnnouncement, checkPullRequests } from './announce.ts'

const timeout = 120_000
const path = 'team/shop'

/** An application that is connected to a repository at a host of its own, with previews of pull requests. */
async function openScene({
  token = 's3cret',
  isHeld = false,
}: {
  token?: string | null
  isHeld?: boolean
} = {}) {
  const setup = await openTestPlatform()
  const git = await openGitHost()
  const api = await openGitHostApi('gitea', path)
  const { platform } = setup
  const { store } = platform
  const application = await setup.application({ environment: { SECRET_OF_SHOP: 'very secret' } })
  const user = (await store.users.findByEmail(setup.account.email)) ?? assert.fail()
  await git.create(path, { 'package.json': '{}' })
  await store.gitHosts.add({
    id: newId('githost'),
    kind: 'gitea',
    name: 'Host',
    url: git.url,
    apiUrl: api.url,
    sshPort: 22,
    token,
    tokenUse: 'all',
    isFromSettings: false,
    createdAt: 1,
  })
  await store.connectedRepositories.put({
    ...aConnectedRepository(application.id, ''),
    url: git.urlOf(path),
    access: { by: 'nobody' },
    connectedBy: user.id,
    checkedAt: 1,
    dueAt: platform.clock() + 3_600_000,
  })
  const settings = {
    ...defaultPreviewSettings(application.id),
    isEnabled: true,
    pullRequests: true,
  }
  await store.previewSettings.put(settings)
  /** Pushes a commit to a pull request, as its host has it. */
  const push = async (number: number, message = 'Change') => {
    const branch = `change-${number}`
    const commit = await git.commit(path, { 'a.txt': message }, { branch, message })
    await git.git(
      path,
      'push',
      '--quiet',
      '--force',
      'origin',
      `${commit}:refs/pull/${number}/head`,
    )
    const known = api.state.pulls.find((each) => each.number === number)
    if (known) known.commit = commit
    return commit
  }
  const open = async (number: number, fields: Partial<HostPull> = {}) => {
    const commit = await push(number, `Begin ${number}`)
    const about = { number, title: 'Say @all', author: 'ada', branch: `change-${number}` }
    api.state.pulls.unshift({
      ...about,
      target: 'main',
      commit,
      from: path,
      isOpen: true,
      ...fields,
    })
    return commit
  }
  const previews = () => store.previews.listOf(application.id)
  const previewOf = (number: number, isRight: (preview: Preview) => boolean = () => true) =>
    until(
      async () =>
        (await previews()).find(
          (each) =>
            each.source.kind === 'pull-request' && each.source.number === number && isRight(each),
        ),
      { timeout, what: `the preview of #${number}` },
    )
  const comment = (words: RegExp) =>
    until(async () => api.state.comments.find(({ text }) => words.test(text)), {
      timeout,
      what: `the comment ${words}`,
    }).catch(() => assert.fail(`${JSON.stringify(api.state.comments)} has no ${words}`))
  const begin = () => {
    platform.pullRequestWorker.begin()
    platform.previewWorker.begin()
    platform.commentWorker.begin()
  }
  if (!isHeld) begin()
  return {
    begin,
    ...setup,
    git,
    api,
    application,
    user,
    push,
    open,
    previews,
    previewOf,
    comment,
    settings,
    look: () => checkPullRequests(platform, application.id),
    async announce(number: number, isClosed = false) {
      await addAnnouncement(store, application.id, { number, isClosed })
      platform.pullRequestWorker.wake()
    },
    async [Symbol.asyncDispose]() {
      await platform.commentWorker.close()
      await platform.pullRequestWorker.close()
      await platform.previewWorker.close()
      await api[Symbol.asyncDispose]()
      await git[Symbol.asyncDispose]()
      await setup[Symbol.asyncDispose]()
    },
  }
}

type Preview = Awaited<
  ReturnType<
    Awaited<ReturnType<typeof openTestPlatform>>['platform']['store']['previews']['listOf']
  >
>[number]

test('pull request: it gets a preview and one comment, which follow it until it is closed', async () => {
  await using scene = await openScene()
  const { api, platform, application } = scene
  const first = await scene.open(7)
  await scene.announce(7)
  const preview = await scene.previewOf(7, ({ state }) => state === 'ready')
  assert.deepEqual([preview.commit, preview.isIsolated], [first, false])
  const { id } = await scene.comment(
    new RegExp(`✅ .${first.slice(0, 7)}. is running: <https://app-`),
  )
  const second = await scene.push(7, 'Another')
  await scene.announce(7)
  await scene.comment(new RegExp(`✅ .${second.slice(0, 7)}. is running`))
  const found = api.state.pulls[0] ?? assert.fail()
  found.isOpen = false
  await scene.announce(7, true)
  await scene.comment(/It was removed/)
  await until(async () => (await scene.previews()).length === 0, { timeout, what: 'the removal' })
  const applications = await platform.store.applications.listOf(application.ownerId)
  assert.deepEqual(
    applications.map((each) => each.id),
    [application.id],
  )
  found.isOpen = true
  await scene.announce(7)
  await scene.comment(/is running/)
  assert.deepEqual(
    api.state.comments.map((each) => [each.id, each.number]),
    [[id, 7]],
  )
})

test('pull request of a fork: it runs nothing before a member approves the commit, and never with variables of the application', async () => {
  await using scene = await openScene()
  const { platform, user } = scene
  const { store } = platform
  const first = await scene.open(8, { from: 'mallory/shop' })
  await scene.announce(8)
  const waiting = await scene.previewOf(8)
  assert.deepEqual(
    [waiting.state, waiting.isIsolated, waiting.applicationId],
    ['awaiting-approval', true, null],
  )
  await scene.comment(/runs after a member of the application's organisation has approved it/)
  const approve = (commit: string, trustsUpdates = false) =>
    approvePreview(platform, waiting, { approvedBy: user.id, commit, trustsUpdates })
  await assert.rejects(approve('0123456'), /Not 0123456 but .{7} waits: look at that first/)
  await assert.rejects(approve('newest'), /at least 7 characters/)
  await approve(first.slice(0, 10))
  const ready = await scene.previewOf(8, ({ state }) => state === 'ready')
  const own = ready.applicationId ?? assert.fail()
  await scene.comment(/is running/)
  assert.deepEqual(await store.variables.of(own), {})
  await scene.push(8, 'Read all secrets')
  await scene.announce(8)
  const again = await scene.previewOf(8, ({ state }) => state === 'awaiting-approval')
  assert.notEqual(again.commit, first)
  const [newest] = await store.deployments.listOf(own, { limit: 1 })
  assert.equal(newest?.commit, first)
  await approve(again.commit ?? '', true)
  const third = await scene.push(8, 'Say it nicely')
  await scene.announce(8)
  await until(
    async () => (await store.deployments.listOf(own, { limit: 1 }))[0]?.commit === third,
    { timeout, what: 'a commit that was trusted before' },
  )
})

test('pull request: without access to the API it counts as one of a fork, and refs that were there begin nothing', async () => {
  await using scene = await openScene({ token: null, isHeld: true })
  await scene.open(3)
  scene.begin()
  await until(
    async () =>
      (await scene.platform.store.pullRequestSyncs.find(scene.application.id))?.highest === 3,
    { timeout, what: 'the first look' },
  )
  assert.deepEqual(await scene.previews(), [])
  const commit = await scene.open(4)
  await scene.look()
  const found = await scene.previewOf(4)
  assert.deepEqual(
    [found.state, found.isIsolated, found.commit],
    ['awaiting-approval', true, commit],
  )
  await scene.announce(3)
  await scene.previewOf(3)
  await scene.announce(4, true)
  await until(async () => (await scene.previews()).length === 1, { timeout, what: 'the removal' })
  assert.deepEqual(scene.api.state.comments, [])
})

test('pull request: a host that fails is asked again later, and many announcements are few looks', async () => {
  await using scene = await openScene()
  const { api, platform, application } = scene
  api.intercept = () => ({ status: 503 })
  await scene.open(5)
  await scene.announce(5)
  const sync = () => platform.store.pullRequestSyncs.find(application.id)
  await until(async () => (await sync())?.attempts === 1, { timeout, what: 'the failure' })
  const lines = await scene.lines(application.id)
  assert.ok(lines.some((line) => /Pull requests: .* answered with an error of its own/.test(line)))
  assert.deepEqual(await scene.previews(), [])
  api.intercept = () => undefined
  api.requests.length = 0
  for (let count = 0; count < 500; count += 1) await scene.announce(1 + (count % 60))
  await scene.look()
  await scene.previewOf(5)
  await until(
    async () => (await platform.store.pullRequestAnnouncements.listOf(application.id)).length === 0,
    { timeout, what: 'the look at what was announced' },
  )
  const asked = api.requests.filter((request) => /\/pulls\/\d+$/.test(request))
  assert.ok(asked.length <= 120, `${asked.length} calls`)
})

test('pull request: one that vanished goes; where no more are allowed the others are followed, and they go with the connection', async () => {
  await using scene = await openScene()
  const { api, platform, settings, application } = scene
  const { store } = platform
  const numbers = async () =>
    (await scene.previews()).flatMap(({ source, state }) =>
      source.kind === 'pull-request' && state !== 'removing' ? [source.number] : [],
    )
  const reaches = (wanted: number[]) =>
    until(async () => (await numbers()).sort().join() === wanted.join(), {
      timeout,
      what: `previews of ${wanted}`,
    })
  for (const number of [5, 6, 7]) await scene.open(number)
  await scene.announce(5)
  await reaches([5, 6, 7])
  api.state.pulls = api.state.pulls.filter(({ number }) => number !== 6)
  await scene.look()
  await reaches([5, 7])
  await store.previewSettings.put({ ...settings, pullRequests: false })
  await scene.open(8)
  const found = api.state.pulls.find(({ number }) => number === 7) ?? assert.fail()
  found.isOpen = false
  await scene.look()
  await reaches([5])
  await store.previewSettings.put(settings)
  await scene.look()
  await reaches([5, 8])
  await store.connectedRepositories.remove(application.id)
  await scene.look()
  await reaches([])
})

test('pull request: the same number in another repository is another one, which is not trusted as the one before', async () => {
  await using scene = await openScene()
  const { git, platform, application, user } = scene
  const { store } = platform
  await scene.open(7)
  await scene.announce(7)
  const trusted = await scene.previewOf(7, ({ state }) => state === 'ready')
  const before = (await store.connectedRepositories.find(application.id)) ?? assert.fail()
  const other = 'team/other'
  await git.create(other, { 'package.json': '{}' })
  const commit = await git.commit(other, { 'a.txt': 'Read all' }, { branch: 'change-7' })
  await git.git(other, 'push', '--quiet', 'origin', `${commit}:refs/pull/7/head`)
  const current = (await store.applications.find(application.id)) ?? assert.fail()
  const wanted = { url: git.urlOf(other), access: { by: 'nobody' } } as const
  await connectRepository(platform, current, wanted, user.id)
  // As from a look that has begun before.
  const { source } = trusted
  const late = { source, commit, createdBy: user.id, repositoryUrl: before.url }
  await assert.rejects(createPreview(platform, current, late), /connected to another repository/)
  await scene.announce(7)
  const waiting = await scene.previewOf(7, ({ state }) => state === 'awaiting-approval')
  assert.notEqual(waiting.id, trusted.id)
  assert.deepEqual(
    [waiting.isIsolated, waiting.applicationId, waiting.commit],
    [true, null, commit],
  )
  await until(async () => !(await store.previews.find(trusted.id)), {
    timeout,
    what: 'the removal of the preview of the other repository',
  })
})
