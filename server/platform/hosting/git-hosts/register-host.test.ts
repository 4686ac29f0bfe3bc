import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commitUrl } from '#platform/model/hosting/connected-repositories/commit-url.ts'
import type { GitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import { hostOf } from '#platform/model/hosting/git-hosts/host-of.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { findGitHost } from './host-repository.ts'
import { addGitHost, changeGitHost, removeGitHost, type WantedHost } from './register-host.ts'

const gitea = { kind: 'gitea', url: 'https://git.test/' } as const

test('Git host: what is not said is the usual, and an address is registered once', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const host = await addGitHost(platform, { ...gitea, token: 's3cret' })
  assert.deepEqual(
    [host.name, host.url, host.apiUrl, host.sshPort, host.tokenUse],
    ['git.test', 'https://git.test', 'https://git.test/api/v1', 22, 'deploy-keys'],
  )
  await assert.rejects(addGitHost(platform, gitea), /is registered already, as git\.test/)
  const enterprise = await addGitHost(platform, { kind: 'github', url: 'http://10.0.0.7:3000' })
  assert.equal(enterprise.apiUrl, 'http://10.0.0.7:3000/api/v3')
  await removeGitHost(platform, host.id)
  await assert.rejects(removeGitHost(platform, host.id), /There is no Git host/)
})

test('Git host: a token does not follow to another address or kind', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id } = await addGitHost(platform, { ...gitea, token: 's3cret' })
  const renamed = await changeGitHost(platform, id, { name: 'Ours', tokenUse: 'all' })
  assert.deepEqual([renamed.token, renamed.name, renamed.tokenUse], ['s3cret', 'Ours', 'all'])
  const moved = await changeGitHost(platform, id, { apiUrl: 'https://api.git.test' })
  assert.equal(moved.token, null)
  const again = await changeGitHost(platform, id, { kind: 'gitlab', token: 'other' })
  assert.deepEqual([again.token, again.apiUrl], ['other', 'https://git.test/api/v4'])
})

test('Git host: what is not valid is refused', async () => {
  await using setup = await openTestPlatform()
  const refused: [WantedHost, RegExp][] = [
    [{ kind: 'gitea' }, /has a kind and a URL/],
    [{ ...gitea, url: 'ftp://git.test' }, /is not the URL of a host/],
    [{ ...gitea, url: 'https://a:b@git.test' }, /is not the URL of a host/],
    [{ ...gitea, apiUrl: 'https://git.test/?x' }, /is not the URL of the API of a host/],
    [{ ...gitea, sshPort: 70_000 }, /is not a port/],
    [{ ...gitea, token: 'a b' }, /token is not valid/],
    [{ ...gitea, kind: 'git', token: 'a' }, /has no API for a token/],
    [{ ...gitea, name: 'a\nb' }, /one line/],
  ]
  for (const [wanted, sentence] of refused) {
    await assert.rejects(addGitHost(setup.platform, wanted), sentence)
  }
})

test('Git host: is found by the address of a repository, exactly', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const url = 'https://git.test:8443/code'
  await addGitHost(platform, { kind: 'gitlab', url, sshPort: 2222 })
  const pathAt = async (repository: string) => (await findGitHost(platform, repository))?.path
  assert.equal(await pathAt('https://git.test:8443/code/team/sub/shop.git'), 'team/sub/shop')
  assert.equal(await pathAt('ssh://git@git.test:2222/team/shop.git'), 'team/shop')
  for (const other of [
    'https://git.test/code/team/shop',
    'http://git.test:8443/code/team/shop',
    'https://git.test:8443/other/team/shop',
    'https://git.test.evil.test:8443/code/team/shop',
    'git@git.test:team/shop.git',
  ]) {
    assert.equal(await pathAt(other), undefined, other)
  }
  const github = await findGitHost(platform, 'git@github.com:team/shop.git')
  assert.deepEqual([github?.host.kind, github?.path], ['github', 'team/shop'])
})

test('commit URL: is of the kind that the host was registered with, else by its name', () => {
  const host: GitHost = {
    kind: 'gitlab',
    name: 'x',
    url: 'https://git.test',
    apiUrl: 'https://git.test/api/v4',
    sshPort: 22,
  }
  const url = 'git@git.test:team/shop.git'
  assert.equal(
    commitUrl(url, 'abc', hostOf(url, [host])),
    'https://git.test/team/shop/-/commit/abc',
  )
  assert.equal(commitUrl(url, 'abc'), 'https://git.test/team/shop/commit/abc')
})
