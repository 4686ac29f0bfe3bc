import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import { isExposed } from './request-context.ts'

const proxies = new BlockList()
proxies.addAddress('10.0.0.9')
const safe = 'https://api.example.test'

test('require TLS: a plaintext request from another machine is exposed when the public URL uses TLS', () => {
  assert.equal(isExposed({ isTls: false, peer: '10.0.0.7' }, safe, proxies), true)
  assert.equal(isExposed({ isTls: false, peer: '2001:db8::7' }, safe, proxies), true)
})

test('require TLS: TLS, loopback, a trusted proxy and a plaintext public URL are not exposed', () => {
  assert.equal(isExposed({ isTls: true, peer: '10.0.0.7' }, safe, proxies), false)
  assert.equal(isExposed({ isTls: false, peer: '127.0.0.1' }, safe, proxies), false)
  assert.equal(isExposed({ isTls: false, peer: '::1' }, safe, proxies), false)
  assert.equal(isExposed({ isTls: false, peer: '10.0.0.9' }, safe, proxies), false)
  assert.equal(isExposed({ isTls: false, peer: '10.0.0.7' }, 'http://10.0.0.1', proxies), false)
})
