/**
 * Variables of built-in add-ons that hold a port of this machine, by id of the provider. Declared by our own code, so that no provider
 * opens ports by what its manifest or its add-ons say.
 */
export type PortVariables = ReadonlyMap<string, readonly string[]>

/** A port of this machine that an instance may connect to. */
export interface PortAccess {
  port: number
  /** Account whose connections are counted together across instances. */
  account: string
  /** Concurrent connections of the account to the port. */
  maxConnections: number
}
