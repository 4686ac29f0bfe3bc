/** Roles of members. */
export type Role = 'ADMIN' | 'MANAGER' | 'DEVELOPER' | 'ACCOUNTING'

const everyone: readonly Role[] = ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING']
const makers: readonly Role[] = ['ADMIN', 'MANAGER', 'DEVELOPER']
const leads: readonly Role[] = ['ADMIN', 'MANAGER']
const payers: readonly Role[] = ['ADMIN', 'ACCOUNTING']
const admins: readonly Role[] = ['ADMIN']

/** Roles by what they may do in an organisation: a copy of the server's table, so that what would be refused is not shown. */
export const rolesThatMay = {
  belong: everyone,
  see: makers,
  operate: makers,
  administer: leads,
  order: leads,
  offer: leads,
  register: leads,
  reveal: admins,
  recruit: admins,
  leave: everyone,
  govern: admins,
  credit: payers,
  meter: everyone,
  audit: admins,
  measure: everyone,
  bill: payers,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof rolesThatMay

/** Whether a role may do something; the server decides in any case. */
export const mayDo = (role: string | undefined, permission: Permission): boolean =>
  (rolesThatMay[permission] as readonly string[]).includes(role ?? '')
