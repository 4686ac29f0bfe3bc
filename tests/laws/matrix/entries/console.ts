import type { Entries, Entry } from '#tests/laws/matrix/entry.ts'
import { loggedIn } from '#tests/laws/matrix/forms.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aConsumer } from '#tests/support/people/people.ts'

/** The page of the console, which is the same whatever is at the address. */
const page = (params: Record<string, string> = {}): Entry => ({
  status: 200,
  arrange: async (scene) => ({ ...(await loggedIn(scene)), params }),
})

const leadsOn = (params: Record<string, string> = {}): Entry => ({ ...page(params), status: 303 })

const ofConsumer = {
  status: 303,
  async arrange(scene: Scene) {
    const { key } = await aConsumer(scene.setup, scene.organisationId, ['access_organisations'])
    return { ...(await loggedIn(scene)), params: { key } }
  },
}

/** A page somewhere inside: parameters that an address does not have are ignored. */
const innerPage: Entry = {
  status: 200,
  async arrange(scene) {
    const { id } = scene.application
    const params = { part: 'applications', id, tab: 'logs', item: '1', what: 'addon' }
    return { ...(await loggedIn(scene)), params }
  },
}

const deepest = ['part', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** A page of the documentation; one of these names is at each end. */
const docsPage: Entry = {
  status: 200,
  arrange: () => ({ params: Object.fromEntries(deepest.map((name) => [name, 'index.html'])) }),
}

/** The console, the documentation, and the paths that existing clients open. */
export const consoleEntries: Entries = {
  'GET /assets/:name': { status: 200, arrange: () => ({ params: { name: 'index-1.js' } }) },
  'GET /': page(),
  'GET /organisations/:ownerId': page(),
  'GET /organisations/:ownerId/:part': innerPage,
  'GET /organisations/:ownerId/:part/:id': innerPage,
  'GET /organisations/:ownerId/:part/:id/:tab': innerPage,
  'GET /organisations/:ownerId/:part/:id/:tab/:item': innerPage,
  'GET /account': page(),
  'GET /account/:part': innerPage,
  'GET /operator': page(),
  'GET /operator/:part': innerPage,
  'GET /operator/:part/:id': innerPage,
  'GET /create': page(),
  'GET /create/:what': innerPage,
  'GET /create/:what/:id': innerPage,

  'GET /docs': { status: 303 },
  'GET /docs/platform.json': { status: 200 },
  'GET /docs/:part': docsPage,
  'GET /docs/:part/:second': docsPage,
  'GET /docs/:part/:second/:third': docsPage,
  'GET /docs/:part/:second/:third/:fourth': docsPage,
  'GET /docs/:part/:second/:third/:fourth/:fifth': docsPage,
  'GET /docs/:part/:second/:third/:fourth/:fifth/:sixth': docsPage,

  'GET /account/second-factor': leadsOn(),
  'GET /goto': { status: 303, arrange: (scene) => loggedIn(scene, { goto: 'ssh-keys' }) },
  'GET /goto/:id': leadsOn({ id: 'ssh-keys' }),
  'GET /organisations/:ownerId/oauth-consumers/:key': ofConsumer,
  'GET /users/me': leadsOn(),
  'GET /users/me/applications/:applicationId': leadsOn(),
  'GET /users/me/applications/:applicationId/:section': leadsOn({ section: 'logs' }),
  'GET /users/me/addons/:addonId': leadsOn(),
  'GET /users/me/oauth-consumers/:key': ofConsumer,
  'GET /users/me/ssh-keys': leadsOn(),
  'GET /users/me/emails': leadsOn(),
  'GET /users/me/information': leadsOn(),
  'GET /users/me/api-tokens': leadsOn(),
}
