import assert from 'node:assert/strict'
import { test } from 'node:test'
import { javaProxyOptions } from './java-proxies.ts'

test('Java proxies: the variables of the machine become options, with and without a scheme', () => {
  assert.deepEqual(
    javaProxyOptions({
      https_proxy: 'http://proxy.example.org:3128',
      HTTP_PROXY: 'proxy.example.org:3129',
      no_proxy: 'localhost,.example.org,10.0.0.0/8, a b',
    }),
    [
      '-Dhttp.proxyHost=proxy.example.org',
      '-Dhttp.proxyPort=3129',
      '-Dhttps.proxyHost=proxy.example.org',
      '-Dhttps.proxyPort=3128',
      '-Dhttp.nonProxyHosts=localhost|*.example.org',
    ],
  )
})

test('Java proxies: without proxies, or with something else, there are no options', () => {
  assert.deepEqual(javaProxyOptions({}), [])
  assert.deepEqual(javaProxyOptions({ https_proxy: 'socks5://proxy.example.org' }), [])
})
