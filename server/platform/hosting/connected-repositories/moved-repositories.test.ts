import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addGitHost } from '#platform/hosting/git-hosts/register-host.ts'
import { openConnectedScene } from '#tests/support/git-host/connected-scene.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import type { WantedRepository } from './connect.ts'

const files = { 'package.json': '{}' }

test('moved repository: a redirect is not followed, and its target is told where it may be connected', async () => {
  await using scene = await openConnectedScene()
  await using other = await openGitHost()
  await scene.host.create('shop', files)
  await other.create('shop', files)
  const asked: (string | undefined)[] = []
  const redirect = (target: (path: string) => string) => {
    scene.host.intercept = ({ url = '', headers }) => {
      asked.push(headers.authorization)
      return { status: 301, headers: { location: target(url) } }
    }
  }
  const rejects = (sentence: RegExp, access: WantedRepository['access'] = { by: 'nobody' }) =>
    assert.rejects(scene.connect({ access }), sentence)
  redirect((path) => path.replace('shop', 'new-shop'))
  await rejects(new RegExp(`at its new address, ${scene.host.urlOf('new-shop')}\\.$`))
  redirect((path) => `${other.url}${path}`)
  await rejects(new RegExp(`at its new address, ${other.urlOf('shop')}\\.$`), {
    by: 'token',
    token: 't',
  })
  assert.deepEqual(other.requests, [])
  assert.ok(asked.at(-1)?.startsWith('Basic '), 'a private repository is known to its owner only')
  redirect((path) => `https://10.0.0.1${path}`)
  await rejects(/has moved\. 10\.0\.0\.1 is at an address that Berth must not connect to/)
  redirect((path) => `https://169.254.169.254${path}`)
  await rejects(/must not connect to/)
  redirect(() => '/users/sign_in')
  await rejects(/does not exist, or is private/)
  redirect((path) => `file:///etc${path}`)
  await rejects(/redirects to what is not a repository/)
  redirect((path) => `https://10.0.0.1${path}`)
  await addGitHost(scene.platform, { kind: 'gitea', url: 'https://10.0.0.1' })
  await rejects(/at its new address, https:\/\/10\.0\.0\.1\/shop\.git\.$/)
})

test('moved repository: one that moves later says so, and is deployed again from its new address', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect()
  await scene.seen(first)
  const second = await scene.host.create('new-shop', { ...files, a: '2' })
  scene.host.intercept = ({ url = '' }) =>
    url.startsWith('/shop.git/')
      ? { status: 301, headers: { location: url.replace('/shop', '/new-shop') } }
      : undefined
  await scene.check()
  await scene.failed(/has moved: connect the repository at its new address/)
  const [, url] = /new address, (\S+)\.$/.exec((await scene.stored()).lastError) ?? []
  await scene.connect({ url: url ?? assert.fail('it names no address') })
  assert.equal((await scene.seen(second)).at(-1)?.commit, second)
})
