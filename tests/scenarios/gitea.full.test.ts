import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { type Gitea, startGitea } from '#tests/support/git-host/gitea/gitea.ts'
import type { GiteaPerson, GiteaRepository } from '#tests/support/git-host/gitea/gitea-person.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 240_000
let gitea: Gitea
let berth: TestBerth
let ada: GiteaPerson
before(async () => {
  gitea = await startGitea()
  berth = await TestBerth.lease()
  ada = await gitea.join('ada')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gitea?.[Symbol.asyncDispose]()
})

const urlOf = (repository: GiteaRepository) => `${gitea.url}/${repository}.git`

/** Adds the webhook of an application to its repository, as a person would. */
async function pasteWebhook(app: PushedApplication, repository: GiteaRepository): Promise<void> {
  const { url, secret } = await berth.client.connectedRepository.webhook(app.record)
  await ada.call('POST', `/repos/${repository}/hooks`, {
    type: 'gitea',
    active: true,
    events: ['push', 'pull_request'],
    config: { url, secret, content_type: 'json' },
  })
}

const deliveryOf = (app: PushedApplication, commit: string) =>
  until(
    async () =>
      (await berth.client.connectedRepository.deliveries(app.record)).find(
        (delivery) => delivery.commit === commit,
      ),
    { timeout, what: `the announcement of ${commit}` },
  )

const problemOf = (app: PushedApplication, sentence: RegExp) =>
  until(
    async () => sentence.test((await berth.client.connectedRepository.get(app.record)).lastError),
    { timeout, what: `the problem ${sentence}` },
  )

test('Gitea: a private repository by a token is deployed on push, also after a forced one, and says when it has gone', async () => {
  const repository = await ada.createRepository('shop', webServer('first'), { isPrivate: true })
  const { client } = berth
  const shop = await PushedApplication.create(berth, 'shop')
  await assert.rejects(
    client.connectedRepository.connect(shop.record, { url: urlOf(repository) }),
    /does not exist, or is private/,
  )
  await client.connectedRepository.connect(shop.record, {
    url: urlOf(repository),
    token: ada.token,
  })
  const first = await until(
    async () => (await client.connectedRepository.get(shop.record)).head?.commit,
    { timeout, what: 'the first commit' },
  )
  assert.equal((await shop.ended(first)).state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, 'first')

  await pasteWebhook(shop, repository)
  const second = await ada.commit(repository, webServer('second'))
  assert.equal((await shop.ended(second)).state, 'OK')
  assert.equal((await shop.visit()).body, 'second')
  const { host, event, ref, outcome } = await deliveryOf(shop, second)
  assert.deepEqual([host, event, ref, outcome], ['gitea', 'push', 'refs/heads/main', 'accepted'])

  const skipped = await ada.commit(repository, webServer('skipped'), { message: '[skip deploy]' })
  await shop.logged(new RegExp(`${skipped.slice(0, 7)} was not deployed`))
  assert.equal((await shop.visit()).body, 'second')

  await ada.call('POST', `/repos/${repository}/branches`, {
    new_branch_name: 'old',
    old_ref_name: first,
  })
  const forced = await ada.commit(repository, webServer('forced'), { from: 'old', branch: 'main' })
  assert.equal((await shop.ended(forced)).state, 'OK')
  assert.equal((await shop.visit()).body, 'forced')

  await ada.call('PATCH', `/repos/${repository}`, { default_branch: 'old' })
  await ada.call('DELETE', `/repos/${repository}/branches/main`)
  await client.connectedRepository.check(shop.record)
  await problemOf(shop, /has no branch main/)
  await ada.call('PATCH', `/repos/${repository}`, { name: 'store' })
  await client.connectedRepository.check(shop.record)
  await problemOf(shop, /has moved: connect the repository at its new address/)
  assert.equal((await shop.visit()).body, 'forced')
  await client.connectedRepository.connect(shop.record, {
    url: urlOf('ada/store'),
    token: ada.token,
    branch: 'old',
  })
  await until(async () => (await shop.visit()).body === 'first', {
    timeout,
    what: 'the branch of the renamed repository',
  })
})

test('Gitea: a private repository by a deploy key over SSH, once it has the key; a public one by its URL', async () => {
  const { client } = berth
  const repository = await ada.createRepository('notes', webServer('by key'), { isPrivate: true })
  const notes = await PushedApplication.create(berth, 'notes')
  const { deployKey, lastError } = await client.connectedRepository.connect(notes.record, {
    url: `ssh://git@127.0.0.1:${gitea.sshPort}/${repository}.git`,
    access: 'deploy-key',
    branch: 'main',
  })
  assert.match(lastError, /does not have the deploy key/)
  await ada.call('POST', `/repos/${repository}/keys`, {
    title: 'Berth',
    key: deployKey,
    read_only: true,
  })
  await client.connectedRepository.check(notes.record)
  await until(async () => (await notes.visit()).body === 'by key', {
    timeout,
    what: 'the deployment by key',
  })

  const open = await ada.createRepository('open', webServer('open'))
  const page = await PushedApplication.create(berth, 'page')
  await client.connectedRepository.connect(page.record, { url: urlOf(open) })
  await until(async () => (await page.visit()).body === 'open', {
    timeout,
    what: 'the deployment of a public repository',
  })
})
