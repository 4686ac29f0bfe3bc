import type { UserId } from '#platform/model/ids.ts'
/** A person with credentials. */
export interface User {
  id: UserId
  /** Primary address; every address of a user is confirmed and unique to the account. */
  email: string
  name: string
  avatar: string
  profile: Profile
  /** argon2id in PHC format (`$argon2id$…`). */
  passwordHash: string
  createdAt: number
}

/** Optional profile of a user. */
export interface Profile {
  phone: string
  address: string
  city: string
  zipcode: string
  /** Two-letter ISO 3166 code, or empty. */
  country: string
  /** Language of e-mails and pages, such as `EN`. */
  lang: string
}

export type UserChange = Partial<
  Pick<User, 'email' | 'name' | 'avatar' | 'profile' | 'passwordHash'>
>

/** A new user with only an e-mail address. */
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
