import { newSecret } from '#kit/text/ids.ts'
import { issueMailedKey } from '#platform/identity/accounts/email/email-tokens.ts'
import type { Purpose } from '#platform/model/identity/accounts/email-token.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { form } from '#tests/laws/matrix/forms.ts'
import { knownPassword, passwordHeader, withPassword } from '#tests/laws/matrix/password.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { hashPassword } from '#tests/support/passwords.ts'

const newAddress = () => `${newSecret(10).toLowerCase()}@x.test`

const mailed = (
  { setup, caller }: Scene,
  purpose: Purpose,
  keeps: Record<string, string> = {},
): Promise<string> =>
  issueMailedKey(setup.platform, {
    purpose,
    keeps,
    email: newAddress(),
    userId: purpose === 'sign-up' ? null : caller.id,
  })

const signUp = async (scene: Scene) =>
  mailed(scene, 'sign-up', { name: 'New', passwordHash: await hashPassword(knownPassword) })

const secondAddress = async ({ setup, caller }: Scene) => {
  const email = newAddress()
  await setup.platform.store.emails.add(caller.id, email)
  return { params: { email } }
}

/** Sign-up and account endpoints. */
export const accountEntries: Entries = {
  'GET /v2/sessions/signup': { status: 200 },
  'POST /v2/users': {
    status: 200,
    arrange: (scene) => form(scene, { email: newAddress(), pass: knownPassword }),
  },
  'GET /v2/users/confirm': {
    status: 200,
    arrange: async (scene) => ({ query: { key: await signUp(scene) } }),
  },
  'POST /v2/users/confirm': {
    status: 303,
    arrange: async (scene) => form(scene, { key: await signUp(scene), pass: knownPassword }),
  },
  'GET /v2/password_forgotten': { status: 200 },
  'POST /v2/password_forgotten': {
    status: 200,
    arrange: (scene) => form(scene, { login: newAddress() }),
  },
  'GET /v2/password_forgotten/:key': {
    status: 200,
    arrange: async (scene) => ({ params: { key: await mailed(scene, 'password-reset') } }),
  },
  'POST /v2/password_forgotten/:key': {
    status: 200,
    arrange: async (scene) => ({
      params: { key: await mailed(scene, 'password-reset') },
      ...(await form(scene, { pass: knownPassword, pass2: knownPassword })),
    }),
  },
  'GET /v2/self/validate_email': {
    status: 200,
    arrange: async (scene) => ({ query: { validationKey: await mailed(scene, 'email') } }),
  },
  'POST /v2/self/validate_email': {
    status: 200,
    arrange: async (scene) => form(scene, { validationKey: await mailed(scene, 'email') }),
  },

  'PUT /v2/self': { status: 200, arrange: () => ({ body: { city: newSecret(8) } }) },
  'DELETE /v2/self': {
    // The last administrator cannot be deleted; a 409 shows that the caller was authorised.
    status: 409,
    async arrange(scene) {
      await withPassword(scene)
      return { headers: passwordHeader }
    },
  },
  'PUT /v2/self/change_password': {
    status: 200,
    async arrange(scene) {
      await withPassword(scene)
      return { body: { oldPassword: knownPassword, newPassword: `${knownPassword} again` } }
    },
  },
  'GET /v2/self/emails': { status: 200 },
  'PUT /v2/self/emails/:email': {
    status: 200,
    arrange: () => ({ params: { email: newAddress() }, body: {} }),
  },
  'DELETE /v2/self/emails/:email': { status: 200, arrange: secondAddress },
  'GET /v2/self/confirmation_email': { status: 200 },
}
