import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGitHostApi } from '#tests/support/git-host/api/git-host-api.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

test('berth admin git-hosts: are for operators only', async () => {
  await using api = await openTypedApi()
  for (const words of ['', ' add git https://git.test', ' change x', ' remove x']) {
    const { code, err } = await api.type(`admin git-hosts${words}`)
    assert.equal(code, 1, words)
    assert.match(err, /operator/)
  }
})

test('berth admin git-hosts: registers one with a token that nobody sees again, and berth connect makes its webhook', async () => {
  await using api = await openTypedApi()
  await using git = await openGitHost()
  await using host = await openGitHostApi('forgejo', 'shop')
  api.platform.policies.operators = [api.account.email]
  await git.create('shop', { 'package.json': '{}' })
  const { origin } = new URL(git.urlOf('shop'))
  const added = await api.type(
    `admin git-hosts add forgejo ${origin} --api-url ${host.url} --name Ours --token --token-for all`,
    { stdin: 's3cret\n' },
  )
  assert.match(added.out, /^Ours is registered: forgejo at http/, added.err)
  const { out } = await api.type('admin git-hosts list')
  assert.match(out, /Ours +forgejo +http\S+ +token for all/)
  assert.match(out, /GitHub +github +https:\/\/github\.com/)
  const json = await api.type('admin git-hosts --format json')
  assert.doesNotMatch(json.out + added.out + out, /s3cret/)
  await api.type('create --type node shop')
  const connected = await api.type(`connect ${git.urlOf('shop')} --app shop`)
  assert.match(connected.out, /Webhook +made by Berth at the host/, connected.err)
  assert.equal(host.state.hooks.length, 1)
  const ended = await api.type('disconnect --app shop')
  assert.doesNotMatch(ended.out, /yourself/)
  assert.deepEqual(host.state.hooks, [])
  host.intercept = () => ({ status: 403 })
  const failed = await api.type(`connect ${git.urlOf('shop')} --app shop`)
  assert.match(failed.out, /Webhook +could not be made: .*\(403\).*berth connect webhook/)
  const changed = await api.type('admin git-hosts change Ours --no-token')
  assert.match(changed.out, /without a token/)
  assert.match((await api.type('admin git-hosts remove Ours')).out, /Ours is removed/)
  assert.match((await api.type('admin git-hosts remove Ours')).err, /There is no Git host 'Ours'/)
})
