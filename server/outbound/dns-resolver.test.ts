import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDnsServer } from '#tests/support/servers/dns-server.ts'
import { createDnsResolver } from './dns-resolver.ts'

test('DNS: TXT records are whole texts, and a name without any has none', async () => {
  await using server = await startDnsServer()
  const { resolveTxt } = createDnsResolver({ servers: [server.address] })
  const long = 'x'.repeat(300)
  server.records.set('_berth.example.org TXT', ['berth-owner=1', long])
  server.records.set('example.org A', ['192.0.2.1'])
  assert.deepEqual((await resolveTxt('_berth.example.org')).sort(), ['berth-owner=1', long])
  assert.deepEqual(await resolveTxt('example.org'), [])
  assert.deepEqual(await resolveTxt('absent.example.org'), [])
})

test('DNS: a name server that never answers ends in an error', async () => {
  await using server = await startDnsServer({ isSilent: true })
  const { resolveTxt } = createDnsResolver({ servers: [server.address], timeout: 50 })
  await assert.rejects(resolveTxt('example.org'), { code: 'ETIMEOUT' })
})
