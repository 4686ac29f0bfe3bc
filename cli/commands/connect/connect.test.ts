import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

const timeout = 120_000

test('berth connect: deploys from a repository, shows it, looks again and ends', async () => {
  await using api = await openTypedApi()
  await using host = await openGitHost()
  const commit = await host.create('shop', { 'package.json': '{}' })
  await api.type('create --type node shop')
  const none = await api.type('connect --app shop')
  assert.match(none.err, /not connected to a repository/)
  api.platform.repositoryWorker.begin()
  const connected = await api.type(`connect ${host.urlOf('shop')} --path src --app shop`)
  assert.equal(connected.code, 0, connected.err)
  assert.match(connected.out, /shop is deployed from http.*\n +Branch +main\n +Changes in +src\n/)
  await until(async () => (await api.type('connect --app shop')).out.includes(commit.slice(0, 7)), {
    timeout,
    what: 'the first commit',
  })
  const shown = JSON.parse((await api.type('connect --app shop --format json')).out)
  assert.deepEqual(
    [shown.branch, shown.access, shown.deployKey, shown.head.author, shown.head.message],
    ['main', 'nobody', null, 'Ada', 'Begin'],
  )
  assert.match((await api.type('activity --app shop')).out, /Git/)
  assert.match((await api.type('connect check --app shop')).out, /is looked at/)
  const ended = await api.type('disconnect --app shop')
  assert.match(ended.out, /The application is not deployed from a repository any more/)
  assert.equal((await api.type('connect --app shop')).code, 1)
  await api.platform.repositoryWorker.close()
})

test('berth connect webhook: what it prints is what a host needs to announce a push', async () => {
  await using api = await openTypedApi()
  await using host = await openGitHost()
  await host.create('shop', { 'package.json': '{}' })
  await api.type('create --type node shop')
  assert.match((await api.type('connect webhook --app shop')).err, /not connected to a repository/)
  await api.type(`connect ${host.urlOf('shop')} --app shop`)
  const webhook = JSON.parse((await api.type('connect webhook --app shop --format json')).out)
  const shown = await api.type('connect webhook --app shop')
  assert.ok(
    shown.out.includes(`URL           ${webhook.url}`) && shown.out.includes(webhook.secret),
  )
  const { pathname } = new URL(webhook.url)
  const body = JSON.stringify({ ref: 'refs/heads/main', after: 'a'.repeat(40) })
  const announce = (token: string) =>
    api.ask(`${api.url}${pathname}`, {
      method: 'POST',
      headers: { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': token },
      body,
    })
  assert.equal((await announce('wrong')).status, 401)
  assert.equal((await announce(webhook.secret)).status, 200)
  const { out } = await api.type('connect deliveries --app shop')
  assert.match(out, /gitlab +Push Hook +main +aaaaaaa +accepted/)
  assert.match(out, /refused +It is not signed/)
  const [, id = ''] = /(repodelivery_\S+).*accepted/.exec(out) ?? []
  assert.match((await api.type(`connect replay ${id} --app shop`)).out, /is looked at/)
  const renewed = await api.type('connect webhook --renew --app shop --format json')
  assert.notEqual(JSON.parse(renewed.out).secret, webhook.secret)
  assert.equal((await announce(webhook.secret)).status, 401)
})

test('berth connect: a token is asked for and never shown, a deploy key is', async () => {
  await using api = await openTypedApi()
  await using host = await openGitHost()
  await host.create('shop', { 'package.json': '{}' })
  const right = `Basic ${Buffer.from('ada:t0ken').toString('base64')}`
  host.intercept = ({ headers }) =>
    headers.authorization === right
      ? undefined
      : { status: 401, headers: { 'www-authenticate': 'Basic' } }
  await api.type('create --type node shop')
  const url = host.urlOf('shop')
  const wrong = await api.type(`connect ${url} --token --app shop`, { stdin: 'other\n' })
  assert.match(wrong.err, /the token may not read it/)
  const given = await api.type(`connect ${url} --token --user ada --app shop --format json`, {
    stdin: 't0ken\n',
  })
  assert.equal(given.code, 0, given.err)
  assert.ok(!given.out.includes('t0ken'))
  const both = await api.type(`connect ${url} --token --deploy-key --app shop`)
  assert.match(both.err, /either --deploy-key or --token/)
  const key = await api.type('connect git@127.0.0.1:a/shop.git --deploy-key --app shop')
  assert.match(key.out, /Problem +\S.*\n+Add this deploy key.*\n+ +ssh-ed25519 \S+ berth app_/)
})
