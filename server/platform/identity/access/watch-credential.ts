import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { permitOwner } from './permit.ts'

const lookEvery = 1000

/** For streaming responses: refuses within a second after the caller's credential has ended. */
export function watchCredential(
  platform: Pick<Platform, 'store' | 'clock' | 'monotonic'>,
  caller: Caller,
): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = platform.monotonic()
    if (now - lookedAt < lookEvery) return
    await refuseEnded(platform, caller)
    lookedAt = now
  }
}

/** For streaming responses: whether the caller may still see what the owner has. */
export function watchReader(
  platform: Pick<Platform, 'store' | 'clock' | 'monotonic'>,
  caller: Caller,
  ownerId: OwnerId,
): () => Promise<boolean> {
  const checkCredential = watchCredential(platform, caller)
  return () =>
    checkCredential()
      .then(() => permitOwner(platform, caller, 'see', ownerId))
      .then(
        () => true,
        () => false,
      )
}

/** Refuses a caller whose credential was revoked or has expired since authentication. */
export async function refuseEnded(
  platform: Pick<Platform, 'store' | 'clock'>,
  caller: Caller,
): Promise<void> {
  if (await hasEnded(platform, caller)) {
    throw new Refusal('unauthenticated', 'Your login has expired or was revoked. Log in again.')
  }
}

/** Whether the caller's credential was revoked or has expired since authentication. */
export async function hasEnded(
  platform: Pick<Platform, 'store' | 'clock'>,
  caller: Caller,
): Promise<boolean> {
  const end = await endOf(platform, caller)
  return end !== undefined && end <= platform.clock()
}

/** Expiry of the credential; in the past when it was revoked. */
async function endOf(
  { store }: Pick<Platform, 'store'>,
  { credential, credentialId, userId }: Caller,
): Promise<number | undefined> {
  switch (credential) {
    case 'access token':
      return (await store.accessTokens.find(credentialId))?.expiresAt ?? 0
    case 'api token': {
      const tokens = await store.apiTokens.listOf(userId)
      return tokens.find(({ id }) => id === credentialId)?.expiresAt ?? 0
    }
    case 'ssh key': {
      const key = await store.sshKeys.findByFingerprint(credentialId)
      return key?.userId === userId ? undefined : 0
    }
    case 'session':
      return (await store.sessions.findOf(userId, credentialId))?.expiresAt ?? 0
    default:
      return undefined
  }
}
