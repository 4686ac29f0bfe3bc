import type { Identity } from '#kit/crypto/x509.ts'
import type { PortRange } from '#kit/setting-kinds.ts'

/** How the servers that a provider runs on this machine are reached. */
export interface ServerAccess {
  /** The address at which they are reached from outside, over TLS; only from this machine when absent. */
  bind?: string | undefined
  /** What new ones listen on. */
  ports: PortRange
  /** What they show to clients. */
  tls: Identity
}
