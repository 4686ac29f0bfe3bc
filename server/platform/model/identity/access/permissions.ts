import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import type { Right } from './rights.ts'

/** Roles that have a permission, and the rights of a program of which one is required. */
export interface Rule {
  /** Description for the documentation. */
  meaning: string
  roles: readonly Role[]
  rights: readonly Right[]
}

/** Permissions at an owner: the one table of roles and rights. */
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
    meaning:
      'push, restart, stop, open shells in instances, read and set variables, link and open add-ons',
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
  credit: {
    meaning: 'see prepaid and free credits',
    roles: ['ADMIN', 'ACCOUNTING'],
    rights: ['access_organisations_credit_count', 'access_organisations_bills'],
  },
  meter: {
    meaning: 'see what is used and what it costs',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'],
    rights: ['access_organisations_consumption_statistics', 'access_organisations_bills'],
  },
  audit: {
    meaning: 'read who did what in the organisation',
    roles: ['ADMIN'],
    rights: ['access_organisations', 'manage_organisations'],
  },
  measure: {
    meaning: 'see what the organisation uses, and what it costs',
    roles: ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'],
    rights: ['access_organisations_consumption_statistics'],
  },
  bill: {
    meaning: 'see invoices, payments and statements of sold add-ons, set spending alerts',
    roles: ['ADMIN', 'ACCOUNTING'],
    rights: ['access_organisations_bills'],
  },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/** Permissions of a program on its user's account. */
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
