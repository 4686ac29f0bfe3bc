import { newId } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'

/** Public endpoints with the same response for everyone. */
export const anyoneEntries: Entries = {
  'GET /openapi.json': { status: 200 },
  'GET /style.css': { status: 200 },
  'GET /licences.txt': { status: 200 },
  'GET /downloads/berth-cli.tgz': { status: 200 },
  'GET /avatars/:avatarId': {
    status: 200,
    async arrange({ setup, organisationId }) {
      const id = newId('avatar')
      const picture = { ownerId: organisationId, type: 'image/png', content: Buffer.from('x') }
      await setup.platform.store.avatars.put({ id, ...picture })
      return { params: { avatarId: id } }
    },
  },
  'POST /v4/berth/repository-webhooks/:applicationId': {
    status: 200,
    async arrange({ setup, application }) {
      const { store } = setup.platform
      const { id } = application
      await store.connectedRepositories.put(aConnectedRepository(id, 'a token'))
      await store.repositoryWebhooks.put({ applicationId: id, secret: 'known', createdAt: 1 })
      return { params: { applicationId: id }, headers: { 'x-gitlab-token': 'known' }, body: '' }
    },
  },
  'GET /v2/products/instances': { status: 200 },
  'GET /v4/berth/examples': { status: 200 },
  'GET /v2/products/instances/:typeAndVersion': {
    status: 200,
    arrange: () => ({ params: { typeAndVersion: 'node-20260101' } }),
  },
  'GET /v2/products/flavors': { status: 200 },
  'GET /v2/products/zones': { status: 200 },
  'GET /v2/products/countries': { status: 200 },
  'GET /v2/products/countrycodes': { status: 200 },
  'GET /v2/products/mfa_kinds': { status: 200 },
  'GET /v4/platform': { status: 200 },
  'GET /v4/products/zones': { status: 200 },
  'GET /v4/products/zones/:name': { status: 200, arrange: () => ({ params: { name: 'par' } }) },
}
