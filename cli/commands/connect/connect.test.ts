import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { proposalFor } from './propose-remote.ts'

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

test('berth connect --tags: the tag of the highest version is deployed, and --wait shows what came of it', async () => {
  await using api = await openTypedApi()
  await using host = await openGitHost()
  const old = await host.create('shop', { 'package.json': '{}' })
  const commit = await host.commit('shop', { a: '1' }, { message: 'Say it\n\nMore' })
  await host.git('shop', 'tag', 'v1.10.0', '-m', 'ten', commit)
  await host.git('shop', 'tag', 'v1.9.0', old)
  await host.git('shop', 'push', '--quiet', 'origin', '--tags')
  await api.type('create --type node shop')
  const url = host.urlOf('shop')
  const both = await api.type(`connect ${url} --tags v* --branch main --app shop`)
  assert.match(both.err, /either a branch or tags/)
  api.platform.repositoryWorker.begin()
  const { out, err, code } = await api.type(`connect ${url} --tags v* --app shop --wait`)
  assert.equal(code, 0, err)
  assert.match(out, /Tags +v\*\n/)
  assert.match(out, new RegExp(`Commit +${commit.slice(0, 7)} Say it \\(Ada\\)`))
  assert.match(out, /Tag +v1\.10\.0\nx?/)
  assert.match(out, /Deployment 1: OK/)
  assert.match((await api.type('activity --app shop')).out, /Git \(v1\.10\.0\) +Say it \(Ada\)/)
  const [listed] = JSON.parse((await api.type('activity --app shop --format json')).out)
  assert.ok(listed.commitSummary.url.endsWith(`/shop/commit/${commit}`))
  assert.match((await api.type('releases --app shop')).out, /Ada .*Say it \(Ada\)/)
  await api.platform.repositoryWorker.close()
})

test('berth connect: the origin of the folder is proposed, without the secret in it', () => {
  assert.equal(proposalFor('git@github.com:o/r.git'), 'git@github.com:o/r.git --deploy-key')
  assert.equal(proposalFor('https://me:s3cret@git.example.org/o/r'), 'https://git.example.org/o/r')
  for (const none of ['', '/srv/r.git', 'http://git.example.org/o/r', 'https://h/$(id)', '-u x']) {
    assert.equal(proposalFor(none), '', none)
  }
})
