import { createPasswordHasher, defaultPasswordCost } from '#platform/access/login/passwords.ts'

/** The hasher of test platforms. */
export const testPasswords = createPasswordHasher(defaultPasswordCost)

export const hashPassword = (password: string): Promise<string> => testPasswords.hash(password)
