import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './loopback.ts'
import { type AddressScope, scopeOf, specialNetworks } from './special-addresses.ts'

const examples: Record<AddressScope, string[]> = {
  loopback: ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'],
  metadata: [
    '169.254.169.254',
    '169.254.0.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1',
    'fe80::a9fe:a9fe%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ],
  private: [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.1.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.80',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    // IPv4-compatible, translated, and NAT64.
    '::a9fe:a9fe',
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    // 6to4 and Teredo.
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:808:808::1',
    // Discard, benchmarking, ORCHID, documentation, segment routing, unassigned.
    '100::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '9000::1',
    // Site-local, unique local, multicast.
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    'not an address',
    '2130706433',
  ],
  public: [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '168.63.129.15',
    '169.253.255.255',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '198.17.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ],
}

for (const [scope, addresses] of Object.entries(examples)) {
  test(`special addresses: ${scope} ones are recognised`, () => {
    for (const address of addresses) assert.equal(scopeOf(address), scope, address)
  })
}

test('special addresses: the list contains networks with their prefix length', () => {
  for (const network of specialNetworks.ipv4) assert.match(network, /^(\d+\.){3}\d+\/\d+$/)
  for (const network of specialNetworks.ipv6) assert.match(network, /^[0-9a-f:.]+\/\d+$/)
})

test('loopback: a host is recognised by its name or address, and not by a similar name', () => {
  const own = ['localhost', 'LOCALHOST.', 'app.localhost', '127.0.0.1', '127.9.8.7', '::1', '[::1]']
  for (const host of [...own, '::ffff:127.0.0.1']) assert.equal(isLoopback(host), true, host)
  const others = ['localhost.example.org', 'notlocalhost', '127.0.0.1.example.org', '128.0.0.1']
  for (const host of [...others, '127.example.org', '0.0.0.0', '::', '[::2]', '', 'local host']) {
    assert.equal(isLoopback(host), false, host)
  }
})
