import { countGuess } from '#platform/identity/access/limits/create-attempts.ts'
import { requireCurrentProof } from '#platform/identity/access/login/login-proof.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { newBackupCodes } from './backup-codes.ts'
import { hasSecondFactor, spendCode, wrongCode } from './check.ts'
import { newSecret } from './totp.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'attempts' | 'mailWorker'>

/** Returns the secret for the user's authenticator; the second factor stays inactive until a code confirms it. */
export async function beginSecondFactor(
  platform: Pick<Platform, 'store'>,
  user: User,
): Promise<string> {
  const secret = newSecret()
  await platform.store.transaction(async (store) => {
    if (await hasSecondFactor({ store }, user.id)) {
      throw new Refusal('conflict', 'The account already has a second factor. Remove it first.')
    }
    await store.secondFactors.put({ userId: user.id, secret, confirmedAt: null })
  })
  return secret
}

export interface Confirmation {
  code: string
  from: string
  /**
   * Revokes everything obtained with the password alone: all browser sessions, API tokens, consents and access tokens,
   * except the calling access token or session.
   */
  revokes?: Pick<Caller, 'credentialId'>
}

/** Activates the second factor once a code proves that the authenticator has the secret; returns the backup codes. */
export async function confirmSecondFactor(
  platform: Context,
  user: User,
  { code, from, revokes }: Confirmation,
): Promise<string[]> {
  const attempt = { account: user.id, from }
  const proven = await countGuess(platform.attempts, 'second factor', attempt, async () => {
    const pending = await findPending(platform.store, user.id)
    if (await spendCode(platform, user.id, 'enrolment', code)) return pending
    throw new Refusal('invalid', wrongCode, { reason: 'second-factor-wrong' })
  })
  const codes = newBackupCodes()
  await platform.store.transaction(async (store) => {
    // Another enrolment may have begun since the code was checked: nobody has proven that secret.
    if ((await findPending(store, user.id)).secret !== proven.secret) throw nothingPending()
    await store.secondFactors.confirm(user.id, platform.clock())
    await store.backupCodes.replace(user.id, codes)
    if (revokes) await revokeAll(store, user.id, revokes.credentialId)
    await tell({ ...platform, store }, user, 'on', from)
  })
  return codes
}

async function findPending({ secondFactors }: Platform['store'], userId: UserId) {
  const factor = await secondFactors.find(userId)
  if (factor?.confirmedAt === null) return factor
  throw nothingPending()
}

const nothingPending = () =>
  new Refusal('conflict', 'There is no second factor to confirm. Start over.')

export async function removeSecondFactor(
  platform: Omit<Context, 'attempts'>,
  user: User,
  from: string,
): Promise<void> {
  await refuseWithout(platform, user)
  await platform.store.transaction(async (store) => {
    await requireCurrentProof(store, { user, isSecondFactorPassed: true })
    await store.secondFactors.remove(user.id)
    await tell({ ...platform, store }, user, 'off', from)
  })
}

/** Unused backup codes. */
export async function listBackupCodes(
  platform: Pick<Platform, 'store'>,
  user: User,
): Promise<string[]> {
  await refuseWithout(platform, user)
  return platform.store.backupCodes.listOf(user.id)
}

/** Replaces all backup codes by ten new ones. */
export async function renewBackupCodes(
  platform: Omit<Context, 'attempts'>,
  user: User,
  from: string,
): Promise<string[]> {
  await refuseWithout(platform, user)
  const codes = newBackupCodes()
  await platform.store.transaction(async (store) => {
    await requireCurrentProof(store, { user, isSecondFactorPassed: true })
    await store.backupCodes.replace(user.id, codes)
    await tell({ ...platform, store }, user, 'codes', from)
  })
  return codes
}

export async function refuseWithout(platform: Pick<Platform, 'store'>, user: User): Promise<void> {
  if (await hasSecondFactor(platform, user.id)) return
  throw new Refusal('missing', 'The account has no second factor.')
}

async function revokeAll(store: Platform['store'], userId: UserId, kept: string): Promise<void> {
  await store.sessions.removeOf(userId, kept)
  await store.apiTokens.removeOf(userId)
  await store.accessTokens.removeOf(userId, kept)
  await store.consents.removeOf(userId)
}

const tell = (
  platform: Pick<Platform, 'store' | 'clock' | 'mailWorker'>,
  { email }: User,
  change: string,
  from: string,
) => post(platform, 'second-factor-changed', email, { change, from })
