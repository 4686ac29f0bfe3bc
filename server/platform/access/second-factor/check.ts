import type { User } from '#platform/accounts/user.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

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
  platform: Pick<Platform, 'store' | 'clock' | 'attempts'>,
  user: User,
  code: string,
  from: string,
): Promise<void> {
  platform.attempts.count('second factor', { account: user.id, from })
  if (await isSpent(platform, user.id, code)) return
  throw new Refusal('unauthenticated', 'The code is wrong, or was used already.', {
    reason: 'second-factor-wrong',
  })
}

async function isSpent(
  _: Pick<Platform, 'store' | 'clock'>,
  __: string,
  ___: string,
): Promise<boolean> {
  return false
}
