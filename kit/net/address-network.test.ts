import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressNetwork } from './address-network.ts'

test('address network: an IPv4 address stands for itself, also when it is mapped to IPv6', () => {
  assert.equal(addressNetwork('192.0.2.7'), '192.0.2.7')
  assert.equal(addressNetwork('::ffff:192.0.2.7'), '192.0.2.7')
  assert.notEqual(addressNetwork('192.0.2.7'), addressNetwork('192.0.2.8'))
})

test('address network: addresses of IPv6 with the same first 64 bits are one, however they are written', () => {
  const same = [
    '2001:db8:0:1::',
    '2001:db8:0:1::ffff',
    '2001:0DB8:0:1:2:3:4:5',
    '2001:db8::1:0:0:0:9',
  ]
  for (const address of same) assert.equal(addressNetwork(address), '2001:db8:0:1::/64', address)
  assert.equal(addressNetwork('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(addressNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(addressNetwork('::1'), '0:0:0:0::/64')
  assert.equal(addressNetwork('64:ff9b::192.0.2.7'), '64:ff9b:0:0::/64')
})

test('address network: a customer with a /48 is one as well', () => {
  assert.equal(addressNetwork('2001:db8:0:1::9', 48), '2001:db8:0::/48')
  assert.equal(addressNetwork('192.0.2.7', 48), '192.0.2.7')
})

test('address network: what is no address stands for itself', () => {
  for (const text of ['', 'unknown', 'a:b']) assert.equal(addressNetwork(text), text)
})
