import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Preview } from '#client/resources/previews.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { type Gitea, startGitea } from '#tests/support/git-host/gitea/gitea.ts'
import type { GiteaPerson } from '#tests/support/git-host/gitea/gitea-person.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

const timeout = 240_000
let gitea: Gitea
let berth: TestBerth
let ada: GiteaPerson
let shop: PushedApplication
const repository = 'ada/shop'

before(async () => {
  gitea = await startGitea()
  ada = await gitea.join('ada')
  await ada.createRepository('shop', webServer('main'))
  berth = await TestBerth.start()
  const { client } = berth
  await client.gitHosts.add({ kind: 'gitea', url: gitea.url, name: 'Gitea' })
  shop = await PushedApplication.create(berth, 'shop')
  await client.environment.replace(shop.record, { SECRET_OF_SHOP: 'very secret' })
  const url = `${gitea.url}/${repository}.git`
  await client.connectedRepository.connect(shop.record, { url, token: ada.token })
  await client.previews.changeSettings(shop.record, { isEnabled: true, pullRequests: true })
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gitea?.[Symbol.asyncDispose]()
})

const previewOf = (number: number, isRight: (preview: Preview) => boolean = () => true) =>
  until(
    async () => {
      const all = await berth.client.previews.list(shop.record)
      return all.find((each) => each.source.number === number && isRight(each))
    },
    { timeout, every: 200, upTo: 1000, what: `the preview of #${number}` },
  )

/** Waits until the one comment of a pull request says something. */
const commented = (number: number, words: RegExp) =>
  until(
    async () => {
      const comments = await ada.comments(repository, number)
      assert.ok(comments.length <= 1, JSON.stringify(comments))
      return comments.find(({ body }) => words.test(body))
    },
    { timeout, every: 200, upTo: 1000, what: `the comment ${words}` },
  )

const page = async ({ url }: Preview) => {
  const { http } = berth.addresses.visitors
  return (await visit(http, new URL(url ?? assert.fail('no address')).hostname, { path: '/' })).body
}

/** Answers with a variable of the application. */
const tellingServer = (text: string) => {
  const files = webServer(text)
  const server = files['server.js']?.replace(/response\.end\(.*\)/, () => {
    return `response.end(${JSON.stringify(text)} + ' ' + process.env.SECRET_OF_SHOP)`
  })
  return { ...files, 'server.js': server ?? assert.fail() }
}

test('Gitea: a pull request has a preview, a status and one comment, until it is closed', async () => {
  const { client } = berth
  const main = await until(
    async () => (await client.connectedRepository.get(shop.record)).head?.commit,
    { timeout, what: 'the first commit' },
  )
  assert.equal((await shop.ended(main)).state, 'OK', (await shop.log()).join('\n'))
  const statuses = () =>
    ada.call<{ status: string; context: string }[]>(
      'GET',
      `/repos/${repository}/commits/${main}/statuses`,
    )
  await until(async () => (await statuses()).some(({ status }) => status === 'success'), {
    timeout,
    what: 'the status of the commit',
  })

  const first = await ada.commit(repository, tellingServer('first'), {
    from: 'main',
    branch: 'next',
  })
  const number = await ada.openPullRequest(repository, 'next', 'Say @ada **hello**')
  const preview = await previewOf(number, ({ status }) => status === 'ready')
  assert.equal(preview.commit?.id, first)
  assert.equal(await page(preview), 'first very secret')
  const { id, body } = await commented(number, /is running: <http/)
  assert.ok(body.includes(preview.url ?? '-'), body)

  const second = await ada.commit(repository, tellingServer('second'), { branch: 'next' })
  await commented(number, new RegExp(`${second.slice(0, 7)}. is running`))
  assert.equal(await page(preview), 'second very secret')
  assert.equal((await shop.visit()).body, 'main')

  const broken = {
    'server.js': 'console.log("``` @ada", process.env.SECRET_OF_SHOP); process.exit(1)',
  }
  await ada.commit(repository, broken, { branch: 'next' })
  const failed = await commented(number, /could not be deployed/)
  assert.match(failed.body, /\n````+\n/)
  assert.ok(!failed.body.includes('very secret'), failed.body)
  assert.equal(await page(preview), 'second very secret', 'what was live stays')

  await ada.call('PATCH', `/repos/${repository}/pulls/${number}`, { state: 'closed' })
  const last = await commented(number, /It was removed/)
  assert.equal(last.id, id)
  await until(async () => (await client.previews.list(shop.record)).length === 0, {
    timeout,
    what: 'the removal',
  })
  const left = await client.applications.list(shop.record.ownerId)
  assert.deepEqual(
    left.map((each) => each.id),
    [shop.record.id],
  )
})

test('Gitea: a pull request of a fork runs what a member has approved, without variables of the application', async () => {
  const { client } = berth
  const mallory = await gitea.join('mallory')
  const fork = await mallory.fork(repository)
  const first = await mallory.commit(fork, tellingServer('fork'), { from: 'main', branch: 'idea' })
  const number = await mallory.openPullRequest(repository, 'mallory:idea')
  const waiting = await previewOf(number)
  assert.deepEqual(
    [waiting.status, waiting.awaitedCommit, waiting.source.isFork, waiting.applicationId],
    ['awaiting-approval', first, true, null],
  )
  await commented(
    number,
    new RegExp(`berth preview approve ${number} --commit ${first.slice(0, 10)}`),
  )
  const wrong = shop.project.type('preview', 'approve', `${number}`, '--commit', 'abcdef0')
  assert.equal((await wrong).code, 1)
  await shop.ok('preview', 'approve', `${number}`, '--commit', first.slice(0, 10))
  const ready = await previewOf(number, ({ status }) => status === 'ready')
  assert.equal(await page(ready), 'fork undefined')

  const second = await mallory.commit(fork, tellingServer('another'), { branch: 'idea' })
  const again = await previewOf(number, ({ status }) => status === 'awaiting-approval')
  assert.equal(again.awaitedCommit, second)
  assert.equal(await page(ready), 'fork undefined', 'what was approved runs on')
  await client.previews.approve(shop.record, again.id, { commit: second })
  await until(async () => (await page(ready)) === 'another undefined', {
    timeout,
    what: 'the second commit',
  })
  await ada.call('PATCH', `/repos/${repository}/pulls/${number}`, { state: 'closed' })
  await until(async () => (await client.previews.list(shop.record)).length === 0, {
    timeout,
    what: 'the removal',
  })
})
