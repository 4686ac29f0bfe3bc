import type { Caller } from '#platform/access/caller.ts'
import { hasRight, type Right } from '#platform/access/rights.ts'
import { isPersonalSpace, type Role } from '#platform/accounts/organisation.ts'
import type { Addon } from '#platform/addons/addon.ts'
import { findAddon, type WantedAddon } from '#platform/addons/find-addon.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from '#platform/providers/provider.ts'
import { Refusal } from '#platform/refusal.ts'

/** Who has a permission, and which of a program's rights it takes, one of them. */
export interface Rule {
  /** What it lets one do, for the documentation. */
  meaning: string
  roles: readonly Role[]
  rights: readonly Right[]
}

/** What a caller may want with the things of an owner: the one table of roles and rights. */
export const permissions = {
  belong: {
    meaning: 'see the organisation, its members and its OAuth consumers',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'],
    rights: ['access_organisations', 'manage_organisations'],
  },
  see: {
    meaning: 'look at applications, their deployments and logs, and at add-ons',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER'],
    rights: ['access_organisations', 'manage_organisations_applications'],
  },
  operate: {
    meaning: 'push, restart, stop, read and set variables, link and open add-ons',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER'],
    rights: ['manage_organisations_applications'],
  },
  administer: {
    meaning: 'create and delete applications',
    roles: ['ADMIN', 'MANAGER'],
    rights: ['manage_organisations_applications'],
  },
  order: {
    meaning: 'order, rename and delete add-ons, change their plans',
    roles: ['ADMIN', 'MANAGER'],
    rights: ['manage_organisations_services'],
  },
  offer: {
    meaning: 'offer add-ons: push manifests, set plans and testers, read deliveries',
    roles: ['ADMIN', 'MANAGER'],
    rights: ['manage_organisations_services'],
  },
  register: {
    meaning: 'create, change and delete OAuth consumers',
    roles: ['ADMIN', 'MANAGER'],
    rights: ['manage_organisations_services'],
  },
  reveal: {
    meaning: 'see the secret of an OAuth consumer',
    roles: ['ADMIN'],
    rights: ['manage_organisations_services'],
  },
  recruit: {
    meaning: 'invite and remove members, change their roles',
    roles: ['ADMIN'],
    rights: ['manage_organisations_members'],
  },
  leave: {
    meaning: 'leave the organisation',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'],
    rights: ['manage_organisations_members'],
  },
  govern: {
    meaning: 'rename and delete the organisation, change its picture and address',
    roles: ['ADMIN'],
    rights: ['manage_organisations'],
  },
  audit: {
    meaning: 'read who did what in the organisation',
    roles: ['ADMIN'],
    rights: ['access_organisations', 'manage_organisations'],
  },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** What a program may want with the account of its user. */
export const personalPermissions = {
  read: {
    meaning: "see the user's profile, addresses and tokens",
    rights: ['access_personal_information', 'manage_personal_information'],
  },
  change: {
    meaning: "change the user's profile, addresses, password, second factor and tokens",
    rights: ['manage_personal_information'],
  },
  keys: { meaning: "see and change the user's SSH keys", rights: ['manage_ssh_keys'] },
  overview: {
    meaning: 'list the organisations of the user and what they own, in short',
    rights: ['access_organisations', 'manage_organisations'],
  },
  found: { meaning: 'create organisations', rights: ['manage_organisations'] },
} as const satisfies Record<string, Omit<Rule, 'roles'>>

export type PersonalPermission = keyof typeof personalPermissions

/** The caller's role at an owner; in their own personal space everyone is an administrator. */
export async function roleAt(
  { store }: Pick<Platform, 'store'>,
  caller: Caller,
  ownerId: string,
): Promise<Role | undefined> {
  if (isPersonalSpace(ownerId)) return ownerId === caller.userId ? 'ADMIN' : undefined
  return (await store.members.find(ownerId, caller.userId))?.role
}

/** Refuses unless the caller's program may do this for its user. */
export function permitPersonally(caller: Caller, permission: PersonalPermission): void {
  refuseWithoutRight(caller, personalPermissions[permission].rights)
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
  const rule: Rule = permissions[permission]
  refuseWithoutRight(caller, rule.rights)
  if (!rule.roles.includes(role)) {
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

/** The add-on, if the caller may; one of a stranger answers like one that does not exist. */
export async function permitAddon(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  wanted: WantedAddon,
): Promise<Addon> {
  const missing = new Refusal('missing', `There is no add-on ${wanted.addonId}.`)
  const addon = await findAddon(platform, { ...wanted, userId: caller.userId })
  if (!addon || !(await roleAt(platform, caller, addon.ownerId))) throw missing
  await permitOwner(platform, caller, permission, addon.ownerId)
  return addon
}

/** The provider, if the caller may; one of another organisation answers like one that does not exist. */
export async function permitProvider(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  permission: Permission,
  { providerId, ownerId }: { providerId: string; ownerId: string },
): Promise<Provider> {
  await permitOwner(platform, caller, permission, ownerId)
  const provider = await platform.store.providers.find(providerId)
  if (provider?.ownerId === ownerId) return provider
  throw new Refusal('missing', `There is no add-on provider ${providerId}.`)
}

/** Refuses unless the caller is one of those who run this platform. */
export async function permitOperator(
  { store, policies }: Pick<Platform, 'store' | 'policies'>,
  caller: Caller,
): Promise<void> {
  refuseWithoutRight(caller, ['manage_organisations_services'])
  const addresses = await store.emails.listOf(caller.userId)
  if (addresses.some((address) => policies.operators.includes(address))) return
  throw new Refusal('forbidden', 'Only an operator of this platform may do this.')
}

function refuseWithoutRight(caller: Caller, needed: readonly Right[]): void {
  if (hasRight(caller.rights, needed)) return
  throw new Refusal(
    'forbidden',
    `The program that acts for you may not do this: it takes the right ${needed.join(' or ')}.`,
  )
}
