import { generateKeyPairSync } from 'node:crypto'
import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { passwordHeader, withPassword } from '#tests/laws/matrix/password.ts'
import { browserOf, type Scene } from '#tests/laws/matrix/scene.ts'
import { aConsumer, bearerOf, sessionOf, tokenOf } from '#tests/support/people/people.ts'

/** A public key as a line of an authorized_keys file. */
function publicKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const part = (bytes: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const wire = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(raw)])
  return `ssh-ed25519 ${wire.toString('base64')} me`
}

const ofKey = async ({ setup, caller }: Scene) => {
  const name = newSecret(10)
  await setup.platform.store.sshKeys.put({
    userId: caller.id,
    name,
    line: publicKey(),
    fingerprint: `SHA256:${newSecret(20)}`,
  })
  return { params: { name } }
}

const ofSetting = async ({ setup, caller }: Scene) => {
  const name = newSecret(10)
  const setting = { userId: caller.id, env: '', name, value: 'dark' }
  await setup.platform.store.userSettings.put(setting)
  return { params: { name } }
}

const ofAccessToken = async ({ setup, caller }: Scene) => ({
  params: { token: (await tokenOf(setup, caller.id)).token },
})

const ofApiToken = async ({ setup, caller }: Scene) => ({
  apiTokenId: (await bearerOf(setup, caller.id)).id,
})

export const selfEntries: Entries = {
  'GET /v2/self': { status: 200 },
  'GET /v2/self/id': { status: 200 },
  'GET /v2/summary': { status: 200 },
  'GET /v2/github/applications': { status: 404 },
  'GET /v4/berth/session': {
    status: 200,
    arrange: async ({ setup, caller }) => ({
      headers: { cookie: await browserOf(setup, caller.id) },
    }),
  },
  // Only a session can be ended, and this caller has an access token.
  'DELETE /v4/berth/session': { status: 404, sessionStatus: 200 },
  'GET /v4/berth/self/sessions': { status: 200 },
  'DELETE /v4/berth/self/sessions': { status: 200 },
  'DELETE /v4/berth/self/sessions/:sessionId': {
    status: 200,
    arrange: async ({ setup, caller }) => {
      const key = await sessionOf(setup, caller.id)
      return { params: { sessionId: digestOf(key).slice(0, 16) } }
    },
  },
  'GET /v4/berth/self/api-tokens': { status: 200 },
  'POST /v4/berth/self/api-tokens': {
    status: 200,
    arrange: async (scene) => {
      await withPassword(scene)
      return { body: { name: 'a token' }, headers: passwordHeader }
    },
  },
  'PUT /v4/berth/self/api-tokens/:apiTokenId': {
    status: 200,
    arrange: async (scene) => ({ params: await ofApiToken(scene), body: { name: 'other' } }),
  },
  'DELETE /v4/berth/self/api-tokens/:apiTokenId': {
    status: 200,
    arrange: async (scene) => ({ params: await ofApiToken(scene) }),
  },
  'GET /v4/berth/self/consents': { status: 200 },
  'DELETE /v4/berth/self/consents/:consumerKey': {
    status: 200,
    arrange: async ({ setup, caller, organisationId }) => {
      const { key, rights } = await aConsumer(setup, organisationId, ['access_organisations'])
      const consent = { userId: caller.id, consumerKey: key, offered: rights, granted: rights }
      await setup.platform.store.consents.put({ ...consent, createdAt: 1 })
      return { params: { consumerKey: key } }
    },
  },
  'GET /v4/console/settings': { status: 200 },
  'GET /v4/console/settings/:name': { status: 200, arrange: ofSetting },
  'PUT /v4/console/settings/:name': {
    status: 204,
    arrange: () => ({ params: { name: newSecret(10) }, body: 'dark' }),
  },
  'DELETE /v4/console/settings/:name': { status: 204, arrange: ofSetting },
  'GET /v2/self/keys': { status: 200 },
  'PUT /v2/self/keys/:name': {
    status: 200,
    arrange: () => ({ params: { name: newSecret(10) }, body: JSON.stringify(publicKey()) }),
  },
  'DELETE /v2/self/keys/:name': { status: 200, arrange: ofKey },
  'GET /v2/self/tokens': { status: 200 },
  'GET /v2/self/tokens/current': { status: 200, bridgeStatus: 404, sessionStatus: 404 },
  'DELETE /v2/self/tokens/:token': {
    status: 200,
    rights: ['manage_personal_information'],
    arrange: ofAccessToken,
  },
  'DELETE /v2/self/tokens': { status: 200 },

  'POST /v4/recipes': {
    status: 200,
    arrange: () => ({ body: { type: 'node', environment: {}, names: [], files: {} } }),
  },

  'GET /api-tokens': { status: 200 },
  'PUT /api-tokens/:apiTokenId': {
    status: 204,
    arrange: async (scene) => ({ params: await ofApiToken(scene), body: { name: 'Other' } }),
  },
  'DELETE /api-tokens/:apiTokenId': {
    status: 204,
    arrange: async (scene) => ({ params: await ofApiToken(scene) }),
  },
}
