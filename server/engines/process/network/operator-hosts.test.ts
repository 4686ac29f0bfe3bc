import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorHosts } from './operator-hosts.ts'

test('operator hosts: special addresses are found with their ports, public and loopback ones left out', async () => {
  const names: Record<string, string[]> = {
    'registry.example': ['10.1.2.3', '1.1.1.1', '127.0.0.1'],
    'proxy.example': ['192.168.7.7'],
    'maven.example': ['10.4.5.6'],
  }
  const find = operatorHosts({
    registry: async () => 'https://registry.example/npm/',
    repositories: ['http://maven.example:8081/all/'],
    proxies: {
      http_proxy: 'http://proxy.example:3128',
      HTTPS_PROXY: 'proxy.example:3129',
      https_proxy: 'http://user:secret@203.0.113.5',
      no_proxy: '10.9.9.9',
    },
    resolve: async (host) => names[host] ?? [],
  })
  assert.deepEqual((await find()).map(({ address, port }) => `${address}:${port}`).sort(), [
    '10.1.2.3:443',
    '10.4.5.6:8081',
    '192.168.7.7:3128',
    '192.168.7.7:3129',
    '203.0.113.5:80',
  ])
})

test('operator hosts: an address of a name counts for an hour, also while the lookup fails', async () => {
  let now = 0
  let answer = async () => ['10.0.0.1']
  const find = operatorHosts({
    registry: async () => 'http://registry.example:4873/',
    proxies: {},
    resolve: () => answer(),
    now: () => now,
  })
  const addresses = async () => (await find()).map(({ address }) => address)
  assert.deepEqual(await addresses(), ['10.0.0.1'])
  now += 1_000_000
  answer = async () => ['10.0.0.2']
  assert.deepEqual(await addresses(), ['10.0.0.1', '10.0.0.2'])
  now += 3_000_000
  answer = () => Promise.reject(new Error('no name server'))
  assert.deepEqual(await addresses(), ['10.0.0.2'])
})

test('operator hosts: proxies of any kind count, and invalid addresses are left out', async () => {
  const find = operatorHosts({
    registry: () => Promise.reject(new Error('npm could not say')),
    proxies: { http_proxy: 'socks5://10.0.0.1:1080', https_proxy: '::::', HTTP_PROXY: '' },
    resolve: async () => ['10.0.0.1'],
  })
  assert.deepEqual(await find(), [{ address: '10.0.0.1', port: 1080 }])
})
