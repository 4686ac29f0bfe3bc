import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNetwork } from './parse-network.ts'

test('networks: each has one form, without bits beyond the prefix', () => {
  const forms: Record<string, string> = {
    '192.0.2.7': '192.0.2.7',
    ' 192.0.2.7/32 ': '192.0.2.7',
    '10.1.2.3/8': '10.0.0.0/8',
    '10.1.2.255/30': '10.1.2.252/30',
    '0.0.0.0/0': '0.0.0.0/0',
    '2001:DB8:0:0::1': '2001:db8::1',
    '2001:db8:1:2:ffff::/63': '2001:db8:1:2::/63',
    '::/0': '::/0',
    '::ffff:192.0.2.7': '192.0.2.7',
    '::ffff:192.0.2.7/120': '192.0.2.0/24',
  }
  for (const [given, wanted] of Object.entries(forms)) assert.equal(parseNetwork(given), wanted)
})

test('networks: what is none is refused, such as short forms of IPv4 that name something else', () => {
  const others = [
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4/33',
    '::1/129',
    '1.2.3.4/',
  ]
  for (const given of [...others, 'fe80::1%eth0', '1.2.3.4/-1', '10.0.0.0/8,::/0', '1:2']) {
    assert.equal(parseNetwork(given), undefined, given)
  }
})
