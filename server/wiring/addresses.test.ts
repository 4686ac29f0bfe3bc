import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#settings/settings.ts'
import { localApiUrl, platformHosts, publicAddresses } from './addresses.ts'

const ports = { api: 4000, bridge: 4001, git: 4002, visitors: { http: 4080, https: 4443 } }
const visitorsWith = (environment: Record<string, string>) =>
  publicAddresses(readSettings(environment), ports).visitors

test('application URLs: contain the public port, unless it is the default of the scheme', () => {
  assert.deepEqual(visitorsWith({}), {
    http: 'http://localhost:4080',
    https: 'https://localhost:4443',
  })
  assert.deepEqual(visitorsWith({ BERTH_PUBLIC_HTTP_PORT: '80', BERTH_PUBLIC_HTTPS_PORT: '443' }), {
    http: 'http://localhost',
    https: 'https://localhost',
  })
})

test('platform hosts: the name that domains lead to and the host of Git are among them, in lower case', () => {
  const settings = readSettings({
    BERTH_API_URL: 'https://api.example.org',
    BERTH_GIT_HOST: 'Git.Example.org:22',
    BERTH_PUBLIC_NAME: 'LB.example.org',
  })
  const hosts = platformHosts(settings, 'addons.example.org')
  for (const host of ['api', 'git', 'lb', 'addons']) {
    assert.ok(hosts.includes(`${host}.example.org`), host)
  }
})

test('local API URL: an IP address of this machine, whatever the public address is', () => {
  const urlWith = (bind: string) =>
    localApiUrl(readSettings({ BERTH_BIND: bind, BERTH_API_URL: 'https://api.example.org' }), 4000)
  assert.equal(urlWith('127.0.0.1'), 'http://127.0.0.1:4000')
  assert.equal(urlWith('0.0.0.0'), 'http://127.0.0.1:4000')
  assert.equal(urlWith('::'), 'http://[::1]:4000')
  assert.equal(urlWith('192.0.2.7'), 'https://192.0.2.7:4000')
})
