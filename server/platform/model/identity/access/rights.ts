/** Rights that a user can grant to a program, as named by consumers, consents and the wire. */
export const rights = [
  'almighty',
  'access_organisations',
  'access_organisations_bills',
  'access_organisations_consumption_statistics',
  'access_organisations_credit_count',
  'access_personal_information',
  'manage_organisations',
  'manage_organisations_applications',
  'manage_organisations_members',
  'manage_organisations_services',
  'manage_personal_information',
  'manage_ssh_keys',
] as const

export type Right = (typeof rights)[number]

/** Rights that a consumer may request: all but `almighty`, which only built-in consumers have. */
export const consumerRights = rights.filter((right) => right !== 'almighty')

/** Description of each right, to be read after "It may …". */
export const rightMeanings: Readonly<Record<Right, string>> = {
  almighty: 'do everything you can do',
  access_organisations: 'see your organisations, their members, applications and logs',
  access_organisations_bills: 'see the bills of your organisations',
  access_organisations_consumption_statistics: 'see how much your organisations use',
  access_organisations_credit_count: 'see the credits of your organisations',
  access_personal_information: 'see your profile, your e-mail addresses and your tokens',
  manage_organisations: 'create, change and delete your organisations',
  manage_organisations_applications: 'create, change, push, restart and delete your applications',
  manage_organisations_members: 'invite and remove members of your organisations',
  manage_organisations_services: 'manage add-ons and OAuth consumers of your organisations',
  manage_personal_information: 'change your profile, e-mail addresses, password and tokens',
  manage_ssh_keys: 'see, add and remove your SSH keys',
}

/** All rights of a user: logins of command-line tools, SSH keys and API tokens have it. */
export const everyRight: readonly Right[] = ['almighty']

/** Intersection of two sets of rights; `almighty` includes every right. */
export function bothAllow(one: readonly Right[], other: readonly Right[]): readonly Right[] {
  if (other.includes('almighty')) return one
  if (one.includes('almighty')) return other
  return one.filter((right) => other.includes(right))
}

/** Whether at least one of the rights is among the given ones. */
export function hasRight(given: readonly Right[], oneOf: readonly Right[]): boolean {
  return given.includes('almighty') || oneOf.some((right) => given.includes(right))
}
