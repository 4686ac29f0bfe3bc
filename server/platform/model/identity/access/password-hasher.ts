export interface PasswordHasher {
  /** argon2id in its standard encoding (PHC: base64 without padding). */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash, at any cost. */
  verify(password: string, hash: string): Promise<boolean>
  /** A hash of the same cost that no password matches: verified for unknown accounts, to take the same time. */
  unknowableHash: string
}
