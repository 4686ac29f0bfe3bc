import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorUrl } from './visitor-url.ts'

const shop = { host: 'shop.example.org', path: '/de' }
const usual = { http: 'http://apps.example.org', https: 'https://apps.example.org' }
const other = { http: 'http://localhost:4080', https: 'https://localhost:4443' }

test('visitor URL: is HTTPS at the usual port, whatever the application demands', () => {
  for (const forceHttps of [true, false])
    assert.equal(visitorUrl(shop, usual, { forceHttps }), 'https://shop.example.org/de')
})

test('visitor URL: at another port is HTTPS only where the application demands it', () => {
  assert.equal(visitorUrl(shop, other, { forceHttps: false }), 'http://shop.example.org:4080/de')
  assert.equal(visitorUrl(shop, other, { forceHttps: true }), 'https://shop.example.org:4443/de')
})
