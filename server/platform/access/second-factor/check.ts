import { digestOf } from '#kit/digest.ts'
import { normaliseBackupCode } from '#platform/access/second-factor/backup-codes.ts'
import { fromBase32 } from '#platform/access/second-factor/base32.ts'
import { stepOf } from '#platform/access/second-factor/totp.ts'
import type { User } from '#platform/accounts/user.ts'
import { post } from '#platform/mail/post.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

type Checking = Pick<Platform, 'store' | 'clock' | 'attempts' | 'postman'>

/** Whether a login of this user takes more than the password. */
export async function hasSecondFactor(
  { store }: Pick<Platform, 'store'>,
  userId: string,
): Promise<boolean> {
  const factor = await store.secondFactors.find(userId)
  return factor !== undefined && factor.confirmedAt !== null
}

/** Refuses unless it is the code of this moment, or a backup code, and was not used before. */
export async function checkSecondFactor(
  platform: Checking,
  user: User,
  code: string,
  from: string,
): Promise<void> {
  countCode(platform, user, from)
  if (!(await spendCode(platform, user.id, code))) await spendBackupCode(platform, user, code, from)
  platform.attempts.recognise({ account: user.id, from })
}

async function spendBackupCode(
  platform: Checking,
  { id, email }: User,
  code: string,
  from: string,
): Promise<void> {
  if (!(await platform.store.backupCodes.spend(id, normaliseBackupCode(code)))) {
    throw new Refusal('unauthenticated', wrongCode, { reason: 'second-factor-wrong' })
  }
  await post(platform, 'second-factor-changed', email, { change: 'backup code', from })
}

/** Somebody who gets as far as this knows the password; another one lets its owner try anew. */
function countCode({ attempts }: Checking, { id, passwordHash }: User, from: string): void {
  attempts.count('second factor', { account: id, from })
  attempts.count('second factor by day', { account: `${id} ${digestOf(passwordHash)}`, from })
}

export const wrongCode = 'The code is wrong, or was used already: wait for the next one.'

/** Takes a code of the user's device, once. */
export async function spendCode(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await store.secondFactors.find(userId)
  const step = factor && stepOf(fromBase32(factor.secret), code.replace(/\s/g, ''), clock())
  return step !== undefined && (await store.secondFactors.spendStep(userId, step))
}
