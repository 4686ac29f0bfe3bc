import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseNameServers } from './surroundings.ts'

const stub = 'nameserver 127.0.0.53\noptions edns0\n'
const upstream = 'nameserver 192.0.2.53\nnameserver 2001:db8::53\nsearch example\n'

test('name servers are taken as they are when a namespace can reach them', () => {
  assert.deepEqual(chooseNameServers(upstream, ''), { text: upstream, addresses: ['192.0.2.53'] })
})

test('behind a name server on loopback are the ones it asks itself', () => {
  assert.deepEqual(chooseNameServers(stub, upstream).text, upstream)
})

test('where there is no better one, the machine has its way', () => {
  assert.deepEqual(chooseNameServers(stub, ''), { text: stub, addresses: [] })
})
