import type { Identity } from '#kit/crypto/x509.ts'
import type { PortRange } from '#kit/net/free-port.ts'

/** Network access to the servers that a provider runs on this machine. */
export interface ServerAccess {
  /** External address, over TLS; reachable only from this machine when absent. */
  bind?: string | undefined
  /** Port range of new servers. */
  ports: PortRange
  /** Certificate of the servers. */
  tls: Identity
}
