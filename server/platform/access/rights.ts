/** What a program may be allowed to do for a user, in the words that consumers, consents and the wire use. */
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

/** The whole of what a user may do: logins of command-line tools, SSH keys and API tokens have it. */
export const everyRight: readonly Right[] = ['almighty']

/** What both sides allow; the almighty side allows whatever the other does. */
export function bothAllow(one: readonly Right[], other: readonly Right[]): readonly Right[] {
  if (other.includes('almighty')) return one
  if (one.includes('almighty')) return other
  return one.filter((right) => other.includes(right))
}

/** Whether one of the rights is among the given ones. */
export function hasRight(given: readonly Right[], oneOf: readonly Right[]): boolean {
  return given.includes('almighty') || oneOf.some((right) => given.includes(right))
}
