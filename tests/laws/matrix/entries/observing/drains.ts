import type { Entries, Entry } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aDrain } from '#tests/support/drains/a-drain.ts'

const forms = [
  '/v4/drains/organisations/:ownerId/resources/:resourceId/drains',
  '/v4/drains/organisations/:ownerId/applications/:applicationId/drains',
]
const old = '/v2/logs/:applicationId/drains'
// Nothing listens there, and nothing is sent: the worker of these tests does not run.
const url = 'http://127.0.0.1:9/'

const resource = ({ application }: Scene) => ({ resourceId: application.id })

const ofDrain = async (scene: Scene) => {
  const { setup, organisationId: ownerId, application } = scene
  const drain = aDrain({ ownerId, resourceId: application.id })
  await setup.platform.store.drains.add(drain)
  return { ...resource(scene), drainId: drain.id }
}

const one: Entry = { status: 200, arrange: async (scene) => ({ params: await ofDrain(scene) }) }
const wanted = { kind: 'LOG', recipient: { type: 'RAW_HTTP', url } }

const entriesOf = (path: string): Entries => ({
  [`GET ${path}`]: { status: 200, arrange: (scene) => ({ params: resource(scene) }) },
  [`POST ${path}`]: {
    status: 200,
    arrange: (scene) => ({ params: resource(scene), body: wanted }),
  },
  [`GET ${path}/:drainId`]: one,
  [`DELETE ${path}/:drainId`]: one,
  [`PUT ${path}/:drainId/enable`]: one,
  [`PUT ${path}/:drainId/disable`]: one,
  [`POST ${path}/:drainId/check`]: one,
})

const logs: Entry = { status: 200, arrange: (scene) => ({ params: resource(scene) }) }
const legacyLogEntries: Entries = {
  'GET /v2/logs/:resourceId': logs,
  'GET /v2/logs/:resourceId/sse': logs,
}

export const drainEntries: Entries = {
  ...Object.assign({}, ...forms.map(entriesOf)),
  ...legacyLogEntries,
  [`GET ${old}`]: { status: 200 },
  [`POST ${old}`]: { status: 200, arrange: () => ({ body: { url, drainType: 'HTTP' } }) },
  [`DELETE ${old}/:drainId`]: one,
  [`PUT ${old}/:drainId/state`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofDrain(scene), body: { state: 'DISABLED' } }),
  },
}
