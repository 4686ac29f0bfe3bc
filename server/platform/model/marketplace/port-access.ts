/** A port of this machine that an instance may connect to. */
export interface PortAccess {
  port: number
  /** Account whose connections are counted together across instances. */
  account: string
  /** Concurrent connections of the account to the port. */
  maxConnections: number
}
