import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 240_000

test('connected repository: what a host announces is live, and what another Git server has by a deploy key', async () => {
  await using berth = await TestBerth.lease()
  await using host = await openGitHost()
  const { client } = berth
  const first = await host.create('shop', webServer('from the host'))
  const shop = await PushedApplication.create(berth, 'shop')
  const url = host.urlOf('shop')
  const connected = await shop.project.type('connect', url)
  assert.match(connected.output, /Branch +main/)
  assert.equal((await shop.ended(first)).state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, 'from the host')

  const webhook = await client.connectedRepository.webhook(shop.record)
  const second = await host.commit('shop', webServer('announced'))
  const announced = await fetch(webhook.url, {
    method: 'POST',
    headers: { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': webhook.secret },
    body: JSON.stringify({ ref: 'refs/heads/main', after: second }),
  })
  assert.equal(announced.status, 200, await announced.text())
  assert.equal((await shop.ended(second)).state, 'OK')
  assert.equal((await shop.visit()).body, 'announced')

  // The platform's own Git server is one that is read over SSH.
  const copy = await PushedApplication.create(berth, 'copy')
  await client.environment.replace(copy.record, startedByNode)
  const source = new URL(shop.record.deployment.url ?? shop.record.deployment.httpUrl ?? '')
  const ssh = `ssh://git@${new URL(berth.addresses.git.ssh).host}${source.pathname}`
  const { deployKey, lastError } = await client.connectedRepository.connect(copy.record, {
    url: ssh,
    access: 'deploy-key',
    branch: 'main',
  })
  assert.match(lastError, /does not have the deploy key/)
  await client.sshKeys.add('deploy', deployKey ?? assert.fail('there is no key'))
  await client.connectedRepository.check(copy.record)
  assert.equal((await copy.ended(second)).state, 'OK', (await copy.log()).join('\n'))
  assert.equal((await copy.visit()).body, 'announced')
  await until(async () => (await client.connectedRepository.get(copy.record)).lastError === '', {
    timeout,
    what: 'a look without a problem',
  })
})
