import { digestOf } from '#kit/crypto/digest.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { form, loggedIn } from '#tests/laws/matrix/forms.ts'
import { knownPassword, withPassword } from '#tests/laws/matrix/password.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aConsumer } from '#tests/support/people/people.ts'
import { factorSecret } from './second-factor.ts'

export async function requestTokenOf({ setup, organisationId }: Scene) {
  const consumer = await aConsumer(setup, organisationId, ['access_organisations'])
  const [token, secret] = [newSecret(), newSecret()]
  const createdAt = setup.platform.clock()
  await setup.platform.store.requestTokens.add({
    token,
    secret,
    consumerKey: consumer.key,
    callback: 'https://program.test/back',
    agreement: null,
    createdAt,
    expiresAt: createdAt + 60_000,
  })
  return { consumer, token, secret }
}

async function invitationOf({ setup, organisationId, owner }: Scene): Promise<string> {
  const key = newSecret()
  const createdAt = setup.platform.clock()
  await setup.platform.store.invitations.put({
    id: newId('invitation'),
    digest: digestOf(key),
    organisationId,
    role: 'DEVELOPER',
    email: `${newSecret(8)}@x.test`,
    job: '',
    invitedBy: owner.id,
    createdAt,
    expiresAt: createdAt + 60_000,
  })
  return key
}

/** Pending-login token of a browser between password and second factor. */
const pendingOf = ({ setup }: Scene, user: User) =>
  setup.signer.sign(
    'second factor',
    `${user.id}:${setup.platform.clock() + 60_000}:${digestOf(user.passwordHash).slice(0, 32)}`,
  )

export const pageEntries: Entries = {
  'GET /v2/sessions/login': { status: 200 },
  'POST /v2/sessions/login': {
    status: 303,
    async arrange(scene) {
      const { email } = await withPassword(scene)
      return form(scene, { email, pass: knownPassword })
    },
  },
  'POST /v2/sessions/mfa_login': {
    status: 303,
    async arrange(scene) {
      const user = await withPassword(scene)
      const { store } = scene.setup.platform
      await store.secondFactors.put({
        userId: user.id,
        secret: factorSecret,
        confirmedAt: 1,
      })
      await store.backupCodes.replace(user.id, ['aaaa-aaaa-aaaa'])
      const auth = { auth_id: pendingOf(scene, user), mfa_kind: 'TOTP' }
      return form(scene, { ...auth, mfa_attempt: 'aaaa-aaaa-aaaa' })
    },
  },
  'POST /v2/sessions/logout': {
    status: 303,
    arrange: (scene) => form(scene, {}, { isLoggedIn: true }),
  },
  'GET /v2/oauth/authorize': {
    status: 200,
    arrange: async (scene) => loggedIn(scene, { oauth_token: (await requestTokenOf(scene)).token }),
  },
  'POST /v2/oauth/authorize': {
    status: 303,
    async arrange(scene) {
      const { token } = await requestTokenOf(scene)
      return form(scene, { oauth_token: token }, { isLoggedIn: true })
    },
  },
  'GET /cli-oauth': {
    status: 200,
    arrange: (scene) => loggedIn(scene, { cli_token: newSecret(32) }),
  },
  'POST /cli-oauth': {
    status: 200,
    arrange: (scene) => form(scene, { cli_token: newSecret(32) }, { isLoggedIn: true }),
  },
  'GET /v2/invitations/accept': {
    status: 200,
    arrange: async (scene) => loggedIn(scene, { invitationKey: await invitationOf(scene) }),
  },
  'POST /v2/invitations/accept': {
    // The caller is already a member; a 409 shows that the caller was authorised.
    status: 409,
    arrange: async (scene) =>
      form(
        scene,
        { invitationKey: await invitationOf(scene), answer: 'accept' },
        { isLoggedIn: true },
      ),
  },
}
