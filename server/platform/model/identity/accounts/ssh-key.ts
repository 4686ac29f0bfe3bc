import type { UserId } from '#platform/model/ids.ts'
/** A public key with which a user may push. */
export interface SshKey {
  userId: UserId
  name: string
  /** The line in authorized_keys format. */
  line: string
  /** `SHA256:…` */
  fingerprint: string
}
