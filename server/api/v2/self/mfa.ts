import { backupCodeList, secondFactorAnswer } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { confirmedPassword } from '#api/auth/confirmed-password.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { qrCode } from '#kit/qr-code.ts'
import { boolean, object, optional, string } from '#kit/schema.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  listBackupCodes,
  refuseWithout,
  removeSecondFactor,
  renewBackupCodes,
} from '#platform/identity/access/second-factor/enrolment.ts'
import { otpauthUrl } from '#platform/identity/access/second-factor/totp.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v2/self/mfa/:kind'
const access = { on: 'user', may: 'change' } as const

export const postSecondFactor = endpoint({
  method: 'POST',
  path,
  access,
  action: 'second-factor.begin',
  summary: 'Begins a second factor: the secret for an authenticator, as an address and a QR code',
  answer: secondFactorAnswer,
  async handle(call) {
    const user = await knownUser(call)
    const { platform } = call
    const secret = await beginSecondFactor(platform, user)
    const url = otpauthUrl(secret, { email: user.email, pagesUrl: platform.pagesUrl() })
    return { url, qr: await qrCode(url) }
  },
})

export const putSecondFactor = endpoint({
  method: 'PUT',
  path,
  access,
  action: 'second-factor.prefer',
  summary: 'Makes the second factor the preferred one, which the only one always is',
  body: object({ favourite: optional(boolean) }),
  answer: outcome,
  async handle(call) {
    const user = await knownUser(call)
    await refuseWithout(call.platform, user)
    return done('The second factor is already the preferred one.')
  },
})

export const deleteSecondFactor = endpoint({
  method: 'DELETE',
  path,
  access,
  action: 'second-factor.remove',
  summary: 'Removes the second factor and its backup codes',
  answer: outcome,
  async handle(call) {
    await removeSecondFactor(call.platform, await knownUser(call), call.from)
    return done('The second factor was removed.')
  },
})

export const postConfirmation = endpoint({
  method: 'POST',
  path: `${path}/confirmation`,
  access,
  action: 'second-factor.confirm',
  summary: 'Confirms the second factor with a code; on request revokes tokens and sessions',
  body: object({ code: string, revokeTokens: optional(boolean) }),
  answer: outcome,
  async handle(call) {
    const { platform, body, caller, from } = call
    const revokes = body.revokeTokens ? { revokes: caller } : {}
    await confirmSecondFactor(platform, await knownUser(call), {
      code: body.code,
      from,
      ...revokes,
    })
    return done('The second factor is on.')
  },
})

export const getBackupCodes = endpoint({
  method: 'GET',
  path: `${path}/backupcodes`,
  access,
  action: 'second-factor.show-codes',
  summary: 'Shows the backup codes that were not used yet',
  answer: backupCodeList,
  handle: async (call) => codesToWire(await listBackupCodes(call.platform, await knownUser(call))),
})

export const postBackupCodes = endpoint({
  method: 'POST',
  path: `${path}/backupcodes`,
  access,
  action: 'second-factor.renew-codes',
  summary: 'Makes ten new backup codes; the old ones stop working',
  answer: backupCodeList,
  handle: async (call) =>
    codesToWire(await renewBackupCodes(call.platform, await knownUser(call), call.from)),
})

/** The caller's account, after checking the password. */
function knownUser(
  call: Pick<Call, 'platform' | 'request' | 'from'> & { caller: Caller; params: { kind: string } },
) {
  if (call.params.kind !== 'TOTP') {
    throw new Refusal('missing', 'Only TOTP is supported as a second factor.')
  }
  return confirmedPassword(call)
}

const codesToWire = (codes: string[]) => codes.map((code) => ({ code }))
