import { newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const one = '/v2/organisations/:ownerId/applications/:applicationId'
const ofOwner = '/v4/load-balancers/organisations/:ownerId'

const freeName = () => `n${newSecret(16).toLowerCase()}.example.org`

async function stored({ setup, application }: Scene): Promise<string> {
  const host = freeName()
  const { domains } = setup.platform.store
  await domains.add({ host, path: '/', applicationId: application.id, favourite: false })
  return host
}

/** All callers share the ports above those that are given out. */
let lastPort = 40_000

async function opened({ setup, application }: Scene) {
  const { store } = setup.platform
  lastPort += 1
  const port = lastPort
  await store.tcpRedirections.add({ port, namespace: 'default', applicationId: application.id })
  return { params: { port: String(port) }, query: { namespace: 'default' } }
}

export const domainEntries: Entries = {
  'GET /v4/berth/organisations/:ownerId/applications/:applicationId/domains': { status: 200 },
  [`PUT ${one}/vhosts/:domain`]: {
    status: 200,
    arrange: () => ({ params: { domain: freeName() } }),
    tellsApart: { domain: 'a name exists once, so that one of others is taken, not by whom' },
  },
  [`DELETE ${one}/vhosts/:domain`]: {
    status: 200,
    arrange: async (scene) => ({ params: { domain: await stored(scene) } }),
  },
  [`PUT ${one}/vhosts/favourite`]: {
    status: 200,
    arrange: async (scene) => ({ body: { fqdn: await stored(scene) } }),
  },
  [`DELETE ${one}/vhosts/favourite`]: { status: 204 },
  'GET /v4/berth/organisations/:ownerId/applications/:applicationId/domains/:domain/check': {
    status: 200,
    arrange: async (scene) => ({ params: { domain: await stored(scene) } }),
  },
  'POST /v4/berth/organisations/:ownerId/applications/:applicationId/domains/:domain/check': {
    status: 200,
    arrange: async (scene) => ({ params: { domain: await stored(scene) } }),
  },
  'GET /v4/berth/organisations/:ownerId/applications/:applicationId/domains/:domain/proof': {
    status: 200,
    arrange: () => ({ params: { domain: freeName() } }),
    tellsApart: { domain: 'it is about the DNS alone and reads no stored domain' },
  },
  [`GET ${ofOwner}/applications/:applicationId/load-balancers/:kind`]: {
    status: 200,
    arrange: () => ({ params: { kind: 'default' } }),
  },
  [`GET ${ofOwner}/addons/:addonId/load-balancers/:kind`]: {
    status: 404,
    arrange: () => ({ params: { kind: 'default' } }),
  },
  'GET /v2/organisations/:ownerId/namespaces': { status: 200 },
  [`GET ${one}/tcpRedirs`]: { status: 200 },
  [`POST ${one}/tcpRedirs`]: {
    status: 200,
    arrange({ setup }) {
      setup.platform.policies.tcpPorts = { from: 20_000, to: 40_000 }
      return { body: { namespace: 'default' } }
    },
  },
  [`DELETE ${one}/tcpRedirs/:port`]: { status: 204, arrange: opened },
}
