import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { test } from 'node:test'
import { startDnsServer } from '#tests/support/servers/dns-server.ts'
import { lookupAllowed, NotAllowedError } from './lookup.ts'
import { addressesIn, createNameResolver } from './resolve-name.ts'

const resolved = (name: string, found: LookupAddress[], allowed: 'none' | 'all' = 'none') =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    lookupAllowed(allowed, async () => found)(name, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses as LookupAddress[]),
    )
  })

test('name look-up: a name that has become a private address is not called', async () => {
  const inside = { address: '10.0.0.7', family: 4 }
  const outside = { address: '198.41.0.4', family: 4 }
  const mapped = { address: '::ffff:169.254.169.254', family: 6 }
  await assert.rejects(resolved('hook.example', [inside, mapped]), NotAllowedError)
  assert.deepEqual(await resolved('hook.example', [inside, outside]), [outside])
  assert.deepEqual(await resolved('hook.example', [inside, mapped], 'all'), [inside])
})

test('name look-up: a name that its own server moves to another address between calls leads only to allowed ones', async () => {
  await using dns = await startDnsServer()
  const lookup = lookupAllowed('loopback', createNameResolver({ servers: [dns.address] }))
  // Only looked up, so that a fault here would not call the address.
  const resolveNow = () =>
    new Promise((resolve, reject) =>
      lookup('moving.example', { all: false }, (error, address) =>
        error ? reject(error) : resolve(address),
      ),
    )
  for (const address of [
    ...['10.1.2.3', '172.17.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0.0.0.0'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
  ]) {
    dns.records.set('moving.example A', ['127.0.0.1'])
    assert.equal(await resolveNow(), '127.0.0.1')
    dns.records.set('moving.example A', [address])
    await assert.rejects(resolveNow(), NotAllowedError, address)
    dns.records.set('moving.example A', [address, '127.0.0.1'])
    assert.equal(await resolveNow(), '127.0.0.1', `${address} beside an allowed one`)
  }
})

test('name look-up: the hosts file comes first, without comments', () => {
  const text =
    '127.0.0.1 localhost\n# 10.0.0.1 a.example\n10.0.0.2\tb.example B2 # c.example\nx b.example\n'
  assert.deepEqual(addressesIn(text, 'b2'), [{ address: '10.0.0.2', family: 4 }])
  assert.deepEqual(addressesIn(text, 'c.example'), [])
  assert.deepEqual(addressesIn(text, 'a.example'), [])
})

test('name look-up: a name server that never answers is given up, and takes no thread', async () => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const servers = [`127.0.0.1:${silent.address().port}`]
  const resolveName = createNameResolver({ timeout: 50, tries: 1, servers })
  let asked = 0
  silent.on('message', () => {
    asked += 1
  })
  const waiting = Array.from({ length: 16 }, (_, at) => resolveName(`hook${at}.example`))
  // Needs a thread of the pool, of which there are four.
  assert.ok((await createNameResolver()('localhost')).length > 0)
  const ended = await Promise.allSettled(waiting)
  assert.ok(ended.every(({ status }) => status === 'rejected'))
  assert.ok(asked > 0)
  silent.close()
})
