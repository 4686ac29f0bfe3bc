import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseNameServers, translatedAddresses, writeEtcFiles } from './etc-files.ts'

const stub = 'nameserver 127.0.0.53\noptions edns0\n'
const upstream = 'nameserver 192.0.2.53\nnameserver 2001:db8::53\nsearch example\n'

test('name servers: are used unchanged when a namespace can reach them', () => {
  assert.deepEqual(chooseNameServers(upstream, ''), { text: upstream, addresses: ['192.0.2.53'] })
})

test('name servers: one on loopback is replaced by its upstreams', () => {
  assert.deepEqual(chooseNameServers(stub, upstream).text, upstream)
})

test("name servers: when none is reachable, the machine's are kept", () => {
  assert.deepEqual(chooseNameServers(stub, ''), { text: stub, addresses: [] })
})

test('/etc/hosts: names of database servers, also of earlier versions, lead to the translated address', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-etc-'))
  t.after(() => rm(folder, { recursive: true }))
  const lines: [string, boolean, string][] = [
    ['db.example.org', true, '198.18.0.1 addons.localhost db.example.org'],
    ['127.18.0.1', true, '198.18.0.1 addons.localhost'],
    ['db.example.org', false, '127.0.0.1 addons.localhost db.example.org'],
  ]
  for (const [addonsHost, isIsolated, line] of lines) {
    await writeEtcFiles(folder, { isIsolated, addonsHost, extraCaCerts: undefined })
    const hosts = await readFile(join(folder, 'hosts'), 'utf8')
    assert.equal(hosts.trimEnd().split('\n').at(-1), line)
  }
})

test('/etc/hosts: an address that the operator gives database servers is translated too', () => {
  const usual = ['198.18.0.1', '127.18.0.1']
  assert.deepEqual(translatedAddresses('192.0.2.7'), [...usual, '192.0.2.7'])
  for (const host of ['127.18.0.1', 'db.example.org', '2001:db8::7'])
    assert.deepEqual(translatedAddresses(host), usual)
})
