import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './loopback.ts'
import { scopeOf } from './special-addresses.ts'

const cases: Record<'loopback' | 'other', string[]> = {
  loopback: [
    ...['127.0.0.1', '127.0.0.0', '127.18.0.1', '127.255.255.255'],
    ...['::1', '[::1]', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::1%lo'],
    ...['::ffff:127.0.0.1', '::FFFF:127.9.9.9', '::ffff:7f00:1', '[::ffff:7f00:1]'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'addons.localhost', 'a.b-c.localhost'],
  ],
  other: [
    ...['', '0.0.0.0', '126.255.255.255', '128.0.0.1', '10.0.0.1', '1.127.0.0', '127.0.0.1.'],
    ...[
      '::',
      '::2',
      '[::]',
      '::ffff:126.0.0.1',
      '::ffff:0:0',
      '::127.0.0.1',
      '::7f00:1',
      'fe80::1',
    ],
    ...['127.example.org', '127.0.0.1.example.org', 'localhost.example.org', 'notlocalhost'],
    ...['localhost:80', 'localhost/x', 'x@localhost', 'a..localhost', '.localhost', ' localhost'],
    // Shorthands and other bases are left to URL parsers, which normalise them.
    ...['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.256'],
    ...['[::1', '::1]', '[127.0.0.1', '127.0.0.1\n', 'localhost\n'],
  ],
}

for (const [kind, hosts] of Object.entries(cases)) {
  for (const host of hosts) {
    test(`loopback: ${JSON.stringify(host)} is ${kind === 'loopback' ? 'this machine' : 'not'}`, () =>
      assert.equal(isLoopback(host), kind === 'loopback'))
  }
}

test('loopback: an address normalised by URL is classified like the original', () => {
  for (const host of ['127.1', '2130706433', '0x7f.0.0.1', '[::ffff:127.0.0.1]', '[0:0::1]']) {
    assert.equal(isLoopback(new URL(`http://${host}/`).hostname), true, host)
  }
})

test('loopback: agrees with the list of special addresses', () => {
  for (const [kind, hosts] of Object.entries(cases)) {
    for (const host of hosts.filter(
      (host) => /^[0-9a-f:.%lo]+$/i.test(host) && /[.:]/.test(host),
    )) {
      assert.equal(scopeOf(host) === 'loopback', kind === 'loopback', host)
    }
  }
})
