import type { Caller } from '#platform/access/caller.ts'
import { isPersonalSpace, type Role } from '#platform/accounts/organisation.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/**
 * What a caller may want with the things of an owner.
 *
 *   see        look at applications, their deployments and logs
 *   operate    push, restart, stop, set variables
 *   administer create and delete
 */
export type Permission = 'see' | 'operate' | 'administer'

const permitted: Record<Role, readonly Permission[]> = {
  ADMIN: ['see', 'operate', 'administer'],
  MANAGER: ['see', 'operate', 'administer'],
  DEVELOPER: ['see', 'operate'],
  ACCOUNTING: [],
}

/** The caller's role at an owner; in their own personal space everyone is an administrator. */
export async function roleAt(
  { store }: Pick<Platform, 'store'>,
  caller: Caller,
  ownerId: string,
): Promise<Role | undefined> {
  if (isPersonalSpace(ownerId)) return ownerId === caller.userId ? 'ADMIN' : undefined
  return (await store.members.find(ownerId, caller.userId))?.role
}

/** Refuses unless the caller may; an owner that the caller has no part in answers like one that does not exist. */
export async function permitOwner(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  ownerId: string,
): Promise<void> {
  const role = await roleAt(platform, caller, ownerId)
  if (!role) throw new Refusal('missing', `There is no organisation ${ownerId}.`)
  if (!permitted[role].includes(permission)) {
    throw new Refusal(
      'forbidden',
      `The role ${role} may not do this: ask an administrator of the organisation.`,
    )
  }
}

/** The application, if the caller may; one of a stranger answers like one that does not exist. */
export async function permitApplication(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  applicationId: string,
  ownerId?: string,
): Promise<Application> {
  const missing = new Refusal('missing', `There is no application ${applicationId}.`, {
    reason: 'application-missing',
  })
  const application = await platform.store.applications.find(applicationId)
  if (!application) throw missing
  if (ownerId !== undefined && application.ownerId !== ownerId) throw missing
  if (!(await roleAt(platform, caller, application.ownerId))) throw missing
  await permitOwner(platform, caller, permission, application.ownerId)
  return application
}
