import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesFor } from './server.ts'

test('MariaDB: listens at both loopback addresses from version 10.11 on', () => {
  for (const version of ['10.11.6', '11.4.2', '12.0'])
    assert.equal(addressesFor(version), '127.0.0.1,127.18.0.1')
  for (const version of ['10.6.18', '5.5.68']) assert.equal(addressesFor(version), '127.0.0.1')
})
