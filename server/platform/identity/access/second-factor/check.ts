import { digestOf } from '#kit/crypto/digest.ts'
import { countGuess } from '#platform/identity/access/limits/create-attempts.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { CodePurpose } from '#platform/model/identity/access/second-factor.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { normaliseBackupCode } from './backup-codes.ts'
import { stepOf } from './totp.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'attempts' | 'mailWorker'>

/** Whether the user has a confirmed second factor. */
export async function hasSecondFactor(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
): Promise<boolean> {
  const factor = await store.secondFactors.find(userId)
  return factor !== undefined && factor.confirmedAt !== null
}

/** A submitted code with its purpose and client address. */
export interface GivenCode {
  code: string
  purpose: CodePurpose
  from: string
}

/** Refuses unless the code is currently valid and unused for this purpose, or is an unused backup code. */
export async function checkSecondFactor(
  platform: Context,
  user: User,
  { code, purpose, from }: GivenCode,
): Promise<void> {
  const { attempts } = platform
  await countGuess(attempts, 'second factor', { account: user.id, from }, async () => {
    const daily = { account: dailyAccountOf(user), from }
    await attempts.count('second factor by day', daily)
    if (!(await spendCode(platform, user.id, purpose, code))) {
      await spendBackupCode(platform, user, code, from)
    }
    await attempts.forgive('second factor by day', daily)
  })
}

async function spendBackupCode(
  platform: Context,
  { id, email }: User,
  code: string,
  from: string,
): Promise<void> {
  if (!(await platform.store.backupCodes.spend(id, normaliseBackupCode(code)))) {
    throw new Refusal('unauthenticated', wrongCode, { reason: 'second-factor-wrong' })
  }
  await post(platform, 'second-factor-changed', email, { change: 'backup code', from })
}

/**
 * Key of the daily limit. It includes the password, which an attacker at this step knows: changing it gives the owner
 * a fresh limit.
 */
const dailyAccountOf = ({ id, passwordHash }: User) => `${id} ${digestOf(passwordHash)}`

export const wrongCode = 'Wrong or already used code. Wait for the next one.'

/** Marks a one-time password as used, once per purpose. */
export async function spendCode(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  userId: UserId,
  purpose: CodePurpose,
  code: string,
): Promise<boolean> {
  const factor = await store.secondFactors.find(userId)
  const step = factor && stepOf(factor.secret, code.replace(/\s/g, ''), clock())
  return step !== undefined && (await store.secondFactors.spendStep(userId, purpose, step))
}
