import { digestOf } from '#kit/crypto/digest.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aConsumer, somebody } from '#tests/support/people/people.ts'
import { pictures } from '#tests/support/pictures.ts'

const one = '/v2/organisations/:ownerId'
const png = pictures['image/png']

const ofMember = async ({ setup, organisationId }: Scene) => {
  const { id } = await somebody(setup, { role: 'DEVELOPER', organisationId })
  return { userId: id }
}

const ofInvitation = async ({ setup, organisationId, owner }: Scene) => {
  const id = newId('invitation')
  const createdAt = setup.platform.clock()
  await setup.platform.store.invitations.put({
    id,
    digest: digestOf(newSecret()),
    organisationId,
    email: `${newSecret(8)}@x.test`,
    role: 'DEVELOPER',
    job: '',
    invitedBy: owner.id,
    createdAt,
    expiresAt: createdAt + 60_000,
  })
  return { params: { invitationId: id } }
}

const ofConsumer = async ({ setup, organisationId }: Scene) => {
  const { key } = await aConsumer(setup, organisationId, ['access_organisations'])
  return { key }
}

export const organisationEntries: Entries = {
  'GET /v2/organisations': { status: 200 },
  'POST /v2/organisations': { status: 200, arrange: () => ({ body: { name: 'New ones' } }) },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { description: newSecret(8) } }) },
  // It owns an application; a 409 shows that the caller was authorised.
  [`DELETE ${one}`]: { status: 409 },
  [`GET ${one}/members`]: { status: 200 },
  [`POST ${one}/members`]: {
    status: 200,
    arrange: () => ({ body: { email: `${newSecret(8)}@x.test`, role: 'DEVELOPER' } }),
  },
  [`PUT ${one}/members/:userId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofMember(scene), body: { role: 'MANAGER' } }),
  },
  [`DELETE ${one}/members/:userId`]: {
    status: 200,
    permission: 'recruit',
    arrange: async (scene) => ({ params: await ofMember(scene) }),
  },
  [`GET ${one}/invitations`]: { status: 200 },
  [`DELETE ${one}/invitations/:invitationId`]: { status: 200, arrange: ofInvitation },
  [`PUT ${one}/avatar`]: {
    status: 200,
    arrange: () => ({ body: png, headers: { 'content-type': 'image/png' } }),
  },
  [`DELETE ${one}/avatar`]: { status: 200 },
  [`GET ${one}/audit`]: { status: 200 },
  [`GET ${one}/consumers`]: { status: 200 },
  [`POST ${one}/consumers`]: {
    status: 200,
    arrange: () => ({
      body: {
        name: 'Program',
        baseUrl: 'https://program.test/',
        url: 'https://program.test/',
        rights: { access_organisations: true },
      },
    }),
  },
  [`GET ${one}/consumers/:key`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofConsumer(scene) }),
  },
  [`PUT ${one}/consumers/:key`]: {
    status: 200,
    arrange: async (scene) => ({
      params: await ofConsumer(scene),
      body: { description: newSecret(8) },
    }),
  },
  [`DELETE ${one}/consumers/:key`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofConsumer(scene) }),
  },
  [`GET ${one}/consumers/:key/secret`]: {
    status: 200,
    arrange: async (scene) => ({ params: await ofConsumer(scene) }),
  },
  'POST /v4/berth/organisations/:ownerId/consumers/:key/secret': {
    status: 200,
    arrange: async (scene) => ({ params: await ofConsumer(scene) }),
  },
  'GET /v4/berth/organisations/:ownerId/audit': { status: 200 },
}
