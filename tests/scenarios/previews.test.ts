import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Preview } from '#client/resources/previews.ts'
import { until } from '#kit/concurrency/timeout.ts'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

const timeout = 240_000

test('preview: a branch is live at an address of its own beside its application, asks for a password, and goes', async () => {
  await using berth = await TestBerth.lease()
  await using host = await openGitHost()
  const { client } = berth
  const first = await host.create('shop', webServer('of everybody'))
  const shop = await PushedApplication.create(berth, 'shop')
  await client.environment.replace(shop.record, startedByNode)
  await shop.ok('connect', host.urlOf('shop'))
  assert.equal((await shop.ended(first)).state, 'OK', (await shop.log()).join('\n'))
  const commit = await host.commit('shop', webServer('of the branch'), { branch: 'topic' })

  await shop.ok('preview', 'settings', '--enable', '--max', '2')
  const created = await shop.ok('preview', 'create', 'topic', '--wait', '--format', 'json')
  const preview: Preview = JSON.parse(created.stdout)
  assert.deepEqual([preview.status, preview.commit?.id], ['ready', commit])
  const { hostname } = new URL(preview.url ?? assert.fail('it has no address'))
  const seen = (headers: Record<string, string> = {}) =>
    visit(berth.addresses.visitors.http, hostname, { headers })
  const answer = await seen()
  assert.deepEqual([answer.body, answer.headers['x-robots-tag']], ['of the branch', 'noindex'])
  const own = await shop.visit()
  assert.deepEqual([own.body, own.headers['x-robots-tag']], ['of everybody', undefined])

  await client.previews.changeSettings(shop.record, { password: 'open-sesame' })
  await until(async () => (await seen()).status === 401, { timeout, what: 'the password' })
  const authorization = `Basic ${btoa('preview:open-sesame')}`
  assert.equal((await seen({ authorization })).body, 'of the branch')

  await shop.ok('preview', 'delete', 'topic')
  await until(async () => (await client.previews.list(shop.record)).length === 0, {
    timeout,
    what: 'the end of the preview',
  })
  await until(async () => (await seen({ authorization })).status === 404, {
    timeout,
    what: 'the end of its address',
  })
  assert.equal((await shop.visit()).body, 'of everybody')
})
