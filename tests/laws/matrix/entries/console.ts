import type { Entries } from '#tests/laws/matrix/entry.ts'
import { loggedIn } from '#tests/laws/matrix/forms.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aConsumer } from '#tests/support/people/people.ts'

const page = { status: 200, arrange: (scene: Scene) => loggedIn(scene) }

const sectionPage = {
  status: 303,
  arrange: async (scene: Scene) => ({ ...(await loggedIn(scene)), params: { section: 'logs' } }),
}

const consumerPage = {
  status: 200,
  async arrange(scene: Scene) {
    const { key } = await aConsumer(scene.setup, scene.organisationId, ['access_organisations'])
    return { ...(await loggedIn(scene)), params: { key } }
  },
}

/** Pages at console paths that existing clients open. */
export const consoleEntries: Entries = {
  'GET /goto': { status: 303, arrange: (scene) => loggedIn(scene, { goto: 'ssh-keys' }) },
  'GET /goto/:id': {
    status: 303,
    arrange: async (scene) => ({ ...(await loggedIn(scene)), params: { id: 'ssh-keys' } }),
  },
  'GET /organisations/:ownerId': page,
  'GET /organisations/:ownerId/applications/:applicationId': page,
  'GET /organisations/:ownerId/applications/:applicationId/:section': sectionPage,
  'GET /organisations/:ownerId/addons/:addonId': page,
  'GET /organisations/:ownerId/oauth-consumers/:key': consumerPage,
  'GET /users/me/applications/:applicationId': page,
  'GET /users/me/applications/:applicationId/:section': sectionPage,
  'GET /users/me/addons/:addonId': page,
  'GET /users/me/oauth-consumers/:key': consumerPage,
  'GET /users/me/ssh-keys': page,
  'GET /users/me/emails': page,
  'GET /users/me/information': page,
  'GET /users/me/api-tokens': page,
}
