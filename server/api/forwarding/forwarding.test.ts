import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient, sealClient } from './forwarded-header.ts'
import { workloadOfPath } from './workload-of-path.ts'

const id = 'app_7f5cbf5e-9b0e-4b0c-8d5a-0f6f2f0c9a11'

test('forwarding: a request about an application goes to its server, one about add-ons to that of the providers', () => {
  assert.equal(workloadOfPath(`/v2/organisations/orga_1/applications/${id}`), id)
  assert.equal(workloadOfPath(`/v4/logs/organisations/orga_1/applications/${id}/logs?limit=1`), id)
  assert.equal(workloadOfPath(`/v2/self/applications/${id}/addons`), id)
  assert.equal(workloadOfPath('/v2/organisations/orga_1/addons'), 'built-in providers')
  assert.equal(workloadOfPath('/v2/self/addons?x=1'), 'built-in providers')
  for (const path of [
    '/v2/backups/orga_1/postgresql_1',
    '/v2/logs/postgresql_1/sse',
    '/v4/logs/organisations/orga_1/resources/postgresql_1/logs',
    '/v4/stats/organisations/orga_1/resources/postgresql_1/metrics',
  ]) {
    assert.equal(workloadOfPath(path), 'built-in providers', path)
  }
  assert.equal(workloadOfPath(`/v2/logs/${id}`), id)
  assert.equal(workloadOfPath(`/v4/stats/organisations/orga_1/resources/${id}/metrics`), id)
})

test('forwarding: other requests are answered by every server', () => {
  assert.equal(workloadOfPath('/v2/self'), undefined)
  assert.equal(workloadOfPath('/v2/organisations/orga_1/applications'), undefined)
  assert.equal(workloadOfPath(`/v2/self?application=/${id}`), undefined)
  assert.equal(workloadOfPath(`/v2/self/applications/${id}0`), undefined)
  assert.equal(workloadOfPath('/v2/products/addonproviders'), undefined)
})

test('forwarding: only a server with the key says who the client is', () => {
  const key = Buffer.alloc(32, 1)
  const client = { peer: '192.0.2.7', isTls: true }
  const header = sealClient(key, client)
  assert.deepEqual(openClient(key, header), client)
  assert.equal(openClient(Buffer.alloc(32, 2), header), undefined)
  const forged = Buffer.from(JSON.stringify({ peer: '127.0.0.1', isTls: true }))
  assert.equal(
    openClient(key, `${forged.toString('base64url')}.${header.split('.')[1]}`),
    undefined,
  )
  for (const odd of [undefined, '', '.', 'a', 'a.b']) assert.equal(openClient(key, odd), undefined)
})
