import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import { pathsOf } from '#api/http/routes.ts'
import { openClient, sealClient } from './forwarded-header.ts'
import { createWorkloadFinder } from './workload-of-request.ts'

const id = 'app_7f5cbf5e-9b0e-4b0c-8d5a-0f6f2f0c9a11'

const findWorkload = createWorkloadFinder(endpoints)
const workloadOfPath = (url: string, method = 'GET') => findWorkload({ method, url })

/** What the names of its parameters say about a path, if anything. */
function workloadNamedIn(path: string) {
  if (path.includes(':applicationId')) return id
  return /:(addonId|resourceId)/.test(path) ? 'built-in providers' : undefined
}

/** Requests about add-ons by paths without one. */
const aboutAddons = [
  'GET /addons/open',
  'POST /addons/panel/:providerId',
  'GET /v2/organisations/:ownerId/addons',
  'GET /v2/self/addons',
  'POST /v2/organisations/:ownerId/addons',
  'POST /v2/self/addons',
  'POST /v2/vendor/addons',
]
/** These only lead to the console. */
const anywhere = [
  'GET /users/me/applications/:applicationId',
  'GET /users/me/applications/:applicationId/:section',
  'GET /users/me/addons/:addonId',
]

/** Ids of each kind; an add-on is named by its id or by that of its provider. */
const forms = (path: string, addonId: string) =>
  path
    .replace(':applicationId', id)
    .replace(/:(addonId|resourceId)/, addonId)
    .replace(':ownerId', 'orga_1')
    .replace(/:[a-zA-Z]+/g, 'x')

test('forwarding: every endpoint is answered where the thing in its path is', () => {
  for (const listed of [endpoints, bridgeEndpoints]) {
    const find = createWorkloadFinder(listed)
    for (const endpoint of listed) {
      const { method } = endpoint
      for (const path of pathsOf(endpoint)) {
        const name = `${method} ${path}`
        const named = anywhere.includes(name) ? undefined : workloadNamedIn(path)
        const expected = aboutAddons.includes(name) ? 'built-in providers' : named
        for (const addonId of ['postgresql_1', `addon_${id.slice(4)}`]) {
          const url = forms(path, addonId)
          assert.equal(find({ method, url }), expected, name)
          assert.equal(find({ method, url: `${url}?next=/${id}` }), expected, name)
        }
        const ofResource = path.includes(':resourceId') ? id : expected
        assert.equal(find({ method, url: forms(path, id) }), ofResource, name)
        assert.equal(find({ method: 'OPTIONS', url: forms(path, id) }), undefined, name)
      }
    }
  }
})

test('forwarding: a request about an application goes to its server, one about add-ons to that of the providers', () => {
  assert.equal(workloadOfPath(`/v2/organisations/orga_1/applications/${id}`), id)
  assert.equal(workloadOfPath(`/v4/logs/organisations/orga_1/applications/${id}/logs?limit=1`), id)
  assert.equal(workloadOfPath(`/v2/self/applications/${id}/addons`), id)
  assert.equal(workloadOfPath('/v2/organisations/orga_1/addons'), 'built-in providers')
  assert.equal(workloadOfPath('/v2/self/addons?x=1'), 'built-in providers')
  for (const path of [
    '/v2/backups/orga_1/postgresql_1',
    '/v2/logs/postgresql_1/sse',
    '/v2/logs/postgresql_1/',
    '/v4/logs/organisations/orga_1/resources/postgresql_1/logs',
    '/v4/stats/organisations/orga_1/resources/postgresql_1/metrics',
  ]) {
    assert.equal(workloadOfPath(path), 'built-in providers', path)
  }
  assert.equal(workloadOfPath(`/v2/logs/${id}`), id)
  assert.equal(workloadOfPath(`/v2/logs/${id}/sse`), id)
  assert.equal(workloadOfPath(`/v2/logs/${id.replace('_', '%5F')}`), id)
  assert.equal(workloadOfPath(`/v4/stats/organisations/orga_1/resources/${id}/metrics`), id)
})

test('forwarding: other requests are answered by every server', () => {
  assert.equal(workloadOfPath('/v2/self'), undefined)
  assert.equal(workloadOfPath('/v2/organisations/orga_1/applications'), undefined)
  assert.equal(workloadOfPath(`/v2/self?application=/${id}`), undefined)
  assert.equal(workloadOfPath(`/v2/self/applications/${id}0`), undefined)
  assert.equal(workloadOfPath('/v2/products/addonproviders'), undefined)
  // What has no endpoint, and the WebSocket of events, which every server has.
  assert.equal(workloadOfPath(`/nothing/applications/${id}`), undefined)
  assert.equal(workloadOfPath(`/v2/self/applications/${id}`, 'PATCH'), undefined)
  assert.equal(workloadOfPath('/v2/events/event-socket'), undefined)
  assert.equal(workloadOfPath(`/v2/self/applications/%ff${id}`), undefined)
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
