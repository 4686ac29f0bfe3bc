import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestDomain, urlOf } from './application-url.ts'

const visitors = { http: 'http://127.0.0.1:4080', https: 'https://127.0.0.1:4443' }

test('application URL: has the visitor port of a platform with its own ports', () => {
  const domain = { fqdn: 'app-1.localhost/' }
  assert.equal(urlOf(domain, { visitors }, 'DISABLED'), 'http://app-1.localhost:4080/')
  assert.equal(urlOf(domain, { visitors }, 'ENABLED'), 'https://app-1.localhost:4443/')
})

test('application URL: is plain https with the path of the domain on other platforms', () => {
  assert.equal(urlOf({ fqdn: 'example.com/shop' }, {}, 'DISABLED'), 'https://example.com/shop')
})

test('application URL: a default port is omitted', () => {
  const usual = { visitors: { http: 'http://0.0.0.0:80', https: 'https://0.0.0.0:443' } }
  assert.equal(urlOf({ fqdn: 'a.test/' }, usual, 'DISABLED'), 'https://a.test/')
})

test('application URL: a custom domain is preferred, and a wildcard is no address', () => {
  const own = { fqdn: 'app-33333333-3333-4333-8333-333333333333.localhost/' }
  const wildcard = { fqdn: '*.example.org/' }
  assert.equal(bestDomain([wildcard, own]), own)
  assert.equal(
    bestDomain([wildcard, own, { fqdn: 'shop.example.org/' }])?.fqdn,
    'shop.example.org/',
  )
  assert.equal(bestDomain([wildcard]), undefined)
})
