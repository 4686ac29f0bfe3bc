import type { Identity } from '#kit/crypto/x509.ts'
import type { PortRange } from '#kit/net/free-port.ts'

/** Network access to the servers that a provider runs on this machine. */
export interface ServerAccess {
  /** External address, over TLS; reachable only from this machine when absent. */
  bind?: string | undefined
  /** Networks of applications that run on other machines, such as `10.0.0.0/24`: they need no TLS. */
  networks?: readonly string[]
  /** Port range of new servers. */
  ports: PortRange
  /** Certificate of the servers. */
  tls: Identity
}
