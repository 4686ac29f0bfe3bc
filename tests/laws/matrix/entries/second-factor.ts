import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import type { Entries, Needs } from '#tests/laws/matrix/entry.ts'
import { passwordHeader, withPassword } from '#tests/laws/matrix/password.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { totp } from '#tests/support/people/authenticator.ts'

const path = '/v2/self/mfa/:kind'
const params = { kind: 'TOTP' }
export const factorSecret = 'GEZDGNBVGY3TQOJQ'

/** The caller with a password, with or without a second factor. */
async function arranged(scene: Scene, confirmedAt?: number | null): Promise<Needs> {
  const { id } = await withPassword(scene)
  const { secondFactors, backupCodes } = scene.setup.platform.store
  if (confirmedAt === undefined) return { params, headers: passwordHeader }
  await secondFactors.put({ userId: id, secret: factorSecret, confirmedAt })
  await backupCodes.replace(id, ['aaaa-aaaa-aaaa'])
  return { params, headers: passwordHeader }
}

export const secondFactorEntries: Entries = {
  [`POST ${path}`]: { status: 200, arrange: (scene) => arranged(scene) },
  [`PUT ${path}`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await arranged(scene, 1)), body: { favourite: true } }),
  },
  [`DELETE ${path}`]: { status: 200, arrange: (scene) => arranged(scene, 1) },
  [`POST ${path}/confirmation`]: {
    status: 200,
    async arrange(scene) {
      const code = totp(factorSecret, stepAt(scene.setup.platform.clock()))
      return { ...(await arranged(scene, null)), body: { code } }
    },
  },
  [`GET ${path}/backupcodes`]: { status: 200, arrange: (scene) => arranged(scene, 1) },
  [`POST ${path}/backupcodes`]: { status: 200, arrange: (scene) => arranged(scene, 1) },
}
