import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import { isExposed, localConnection, readContext } from './request-context.ts'

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

test('signed origins: a client on this machine may have signed for loopback, but not for an application', () => {
  const originsAt = (host: string) => {
    const request = new Request('http://127.0.0.1/v2/self', { headers: { host } })
    const { origins } = readContext(request, localConnection(request), {
      origin: safe,
      trustedProxies: proxies,
    })
    return origins
  }
  for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '127.9.9.9', '[::1]:4000'])
    assert.deepEqual(originsAt(host), [`http://${host.toLowerCase()}`, safe], host)
  const others = ['shop.localhost', 'shop.localhost:4080', 'shop.localhost.', '10.0.0.7', '::1', '']
  for (const host of [...others, 'localhost.example.test', 'localhost:', '127.0.0.1.example.test'])
    assert.deepEqual(originsAt(host), [safe], host)
})
