import type { UserId } from '#platform/ids.ts'
/** A person with credentials. */
export interface User {
  id: UserId
  /** The primary address; every address of the user is confirmed and belongs to nobody else. */
  email: string
  name: string
  avatar: string
  profile: Profile
  /** argon2id, in the usual `$argon2id$…` form. */
  passwordHash: string
  createdAt: number
}

/** What a user may tell about themselves. */
export interface Profile {
  phone: string
  address: string
  city: string
  zipcode: string
  /** ISO 3166 code of two letters, or empty. */
  country: string
  /** Of their letters and pages, such as `EN`. */
  lang: string
}

export type UserChange = Partial<
  Pick<User, 'email' | 'name' | 'avatar' | 'profile' | 'passwordHash'>
>

/** A user who has told nothing yet but an address. */
export function newUser(
  id: UserId,
  account: { email: string; name?: string; passwordHash: string },
  createdAt: number,
): User {
  const name = account.name ?? account.email.split('@')[0] ?? account.email
  return { id, avatar: '', profile: emptyProfile, ...account, name, createdAt }
}

export const emptyProfile: Profile = {
  phone: '',
  address: '',
  city: '',
  zipcode: '',
  country: '',
  lang: 'EN',
}
