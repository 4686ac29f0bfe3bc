import type { Platform } from '#platform/identity/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import {
  type Permission,
  type PersonalPermission,
  permissions,
  personalPermissions,
  type Rule,
} from '#platform/model/identity/access/permissions.ts'
import { hasRight, type Right } from '#platform/model/identity/access/rights.ts'
import { isPersonalSpace, type Role } from '#platform/model/identity/accounts/organisation.ts'
import type { ApplicationId, OwnerId, UserId } from '#platform/model/ids.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** The caller's role at an owner; every user is administrator of their personal space. */
export async function roleAt(
  { store }: Pick<Platform, 'store'>,
  caller: Caller,
  ownerId: OwnerId,
): Promise<Role | undefined> {
  if (isPersonalSpace(ownerId)) return ownerId === caller.userId ? 'ADMIN' : undefined
  return (await store.members.find(ownerId, caller.userId))?.role
}

/** Refuses unless the caller's program has this permission on the user's account. */
export function permitPersonally(caller: Caller, permission: PersonalPermission): void {
  refuseWithoutRight(caller, personalPermissions[permission].rights)
}

/** Whether the caller's program has this permission on the user's account. */
export const hasPersonalPermission = (caller: Caller, permission: PersonalPermission): boolean =>
  hasRight(caller.rights, personalPermissions[permission].rights)

/** Refuses unless the caller has the permission; an owner of which the caller is no member is reported as missing. */
export async function permitOwner(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  ownerId: OwnerId,
): Promise<void> {
  const role = await roleAt(platform, caller, ownerId)
  if (!role) throw new Refusal('missing', `There is no organisation ${ownerId}.`)
  const rule: Rule = permissions[permission]
  refuseWithoutRight(caller, rule.rights)
  if (!rule.roles.includes(role)) {
    throw new Refusal(
      'forbidden',
      `The role ${role} does not allow this. Ask an administrator of the organisation.`,
    )
  }
}

/** Whether the caller has the permission at the owner, by role and by the rights of the program. */
export async function hasPermission(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  ownerId: OwnerId,
): Promise<boolean> {
  const rule: Rule = permissions[permission]
  if (!hasRight(caller.rights, rule.rights)) return false
  const role = await roleAt(platform, caller, ownerId)
  return role !== undefined && rule.roles.includes(role)
}

/** The application, if permitted; one without membership at its owner is reported as missing. */
export async function permitApplication(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  applicationId: ApplicationId,
  ownerId?: OwnerId,
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

/** The provider, if permitted; one of another organisation is reported as missing. */
export async function permitProvider(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  { providerId, ownerId }: { providerId: string; ownerId: OwnerId },
): Promise<Provider> {
  await permitOwner(platform, caller, permission, ownerId)
  const provider = await platform.store.providers.find(providerId)
  if (provider?.ownerId === ownerId) return provider
  throw new Refusal('missing', `There is no add-on provider ${providerId}.`)
}

const operatorRights: readonly Right[] = ['manage_organisations_services']

/** Refuses unless the caller is an operator of this platform. */
export async function permitOperator(
  { store, policies }: Pick<Platform, 'store' | 'policies'>,
  caller: Caller,
): Promise<void> {
  refuseWithoutRight(caller, operatorRights)
  if (await isOperator({ store, policies }, caller.userId)) return
  throw new Refusal('forbidden', 'Only operators of this platform can do this.')
}

/** Whether `permitOperator` lets the caller pass. */
export async function isOperatorCall(
  platform: Pick<Platform, 'store' | 'policies'>,
  caller: Caller,
): Promise<boolean> {
  return hasRight(caller.rights, operatorRights) && (await isOperator(platform, caller.userId))
}

/** Whether one of the user's confirmed addresses is an operator's. */
export async function isOperator(
  { store, policies }: Pick<Platform, 'store' | 'policies'>,
  userId: UserId,
): Promise<boolean> {
  const addresses = await store.emails.listOf(userId)
  return addresses.some((address) => policies.operators.includes(address))
}

function refuseWithoutRight(caller: Caller, needed: readonly Right[]): void {
  if (hasRight(caller.rights, needed)) return
  throw new Refusal('forbidden', `The program lacks the right ${needed.join(' or ')}.`)
}
