/** An upgraded connection that can be told to end. */
export interface Tunnel {
  /** Ends a WebSocket as its protocol says, once a frame of each direction is over. */
  close(): void
}

/** WebSockets that are open. */
export type Tunnels = Set<Tunnel>
