import type { Platform } from '#platform/hosting/platform.ts'
import type { ApplicationId, OwnerId } from '#platform/model/ids.ts'

/** Whether members may open shells in instances of an application, or of all of an owner. */
export interface ShellAccess {
  allowed: boolean
  /** Whether the owner allows them for all of its applications. */
  ownerAllows: boolean
}

interface Subject {
  ownerId: OwnerId
  applicationId?: ApplicationId
}

export async function readShellAccess(
  { store }: Pick<Platform, 'store'>,
  subject: Subject,
): Promise<ShellAccess> {
  const bans = await store.shellBans.listOf(subject)
  return {
    allowed: bans.length === 0,
    ownerAllows: bans.every(({ applicationId }) => applicationId !== null),
  }
}

/** Allows or forbids shells; those that are open end soon after. */
export async function setShellAccess(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { ownerId, applicationId }: Subject,
  allowed: boolean,
): Promise<void> {
  if (allowed) return store.shellBans.lift(applicationId ?? ownerId)
  await store.shellBans.put({ ownerId, applicationId: applicationId ?? null, createdAt: clock() })
}
