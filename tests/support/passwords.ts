import { createPasswordHasher } from '#platform/identity/access/login/passwords.ts'

/** Fast password hasher for tests. */
export const testPasswords = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 })

export const hashPassword = (password: string): Promise<string> => testPasswords.hash(password)
