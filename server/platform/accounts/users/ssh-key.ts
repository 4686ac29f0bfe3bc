import type { UserId } from '#platform/ids.ts'
/** A public key with which a user may push. */
export interface SshKey {
  userId: UserId
  name: string
  /** The line as it stands in an authorized_keys file. */
  line: string
  /** `SHA256:…` */
  fingerprint: string
}
