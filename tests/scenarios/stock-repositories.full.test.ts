import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { openGitHostApi } from '#tests/support/git-host/api/git-host-api.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

const timeout = 240_000

test('stock client: an application created from a repository at GitHub is deployed, and again when GitHub announces a push', async () => {
  // Of its own: the first account is the operator's, who registers hosts.
  await using berth = await TestBerth.start()
  await using host = await openGitHost()
  await using api = await openGitHostApi('github', 'team/shop')
  await using project = await Project.create(berth, 'shop')
  const { client, admin } = berth
  const { organisationId } = admin
  const { token } = api.state
  await client.gitHosts.add({
    kind: 'github',
    url: host.url,
    apiUrl: api.url,
    token,
    tokenUse: 'all',
  })
  const create = (repository: string, name: string) =>
    project.clever(
      ...['create', '--type', 'node', '--region', 'par', '--org', organisationId],
      ...['--github', repository, '--no-update-notifier', name],
    )
  const refused = await create('team/none', 'none')
  assert.notEqual(refused.code, 0, refused.output)
  assert.match(refused.output, /does not exist, or is private/)
  assert.deepEqual(await client.applications.list(organisationId), [])

  const first = await host.create('team/shop', webServer('from GitHub'))
  const created = await create('team/shop', 'shop')
  assert.equal(created.code, 0, created.output)
  assert.match(created.output, /GitHub +team\/shop/)
  assert.match(created.output, /Push changes to team\/shop GitHub repository/)
  const shop = await PushedApplication.of(berth, project, { name: 'shop', organisationId })
  const deployed = await shop.ended(first)
  assert.deepEqual(
    [deployed.state, deployed.cause],
    ['OK', 'Github'],
    (await shop.log()).join('\n'),
  )
  assert.equal((await shop.visit()).body, 'from GitHub')

  assert.equal(shop.record.branch, 'main')
  assert.match(shop.record.deployment.httpUrl ?? '', new RegExp(`/${shop.record.id}\\.git$`))
  const { url, access, branch, webhook } = await client.connectedRepository.get(shop.record)
  assert.deepEqual([url, access, branch], [`${host.url}/team/shop`, 'nobody', 'main'])
  assert.deepEqual(webhook, { isAtHost: true, problem: '' })

  const second = await host.commit('team/shop', webServer('pushed'))
  const hook = api.state.hooks[0] ?? assert.fail('it has no webhook')
  const push = JSON.stringify({ ref: 'refs/heads/main', after: second })
  const signature = createHmac('sha256', hook.secret).update(push).digest('hex')
  const announced = await fetch(hook.url, {
    method: 'POST',
    headers: { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` },
    body: push,
  })
  assert.equal(announced.status, 200, await announced.text())
  assert.equal((await shop.ended(second)).state, 'OK')
  assert.equal((await shop.visit()).body, 'pushed')
  const activity = await project.clever('activity', '--no-update-notifier')
  for (const commit of [first, second]) {
    assert.match(activity.output, new RegExp(`OK +DEPLOY +${commit.slice(0, 8)} +Github`))
  }
  await until(
    async () => api.state.statuses.some((one) => one.commit === second && one.state === 'success'),
    { timeout, what: 'the status of the commit' },
  )
})
