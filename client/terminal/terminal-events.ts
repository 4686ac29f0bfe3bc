import type { Query } from '#client/http/connection.ts'
import type { OutputName } from '#protocol/terminal/frames.ts'

export interface TerminalRequest {
  path: string
  /**
   * Parameters of the endpoint; `terminal`, `columns` and `rows` for one with a terminal, or the `session` that an earlier
   * client of the same login has begun.
   */
  query?: Query
}

export interface TerminalEvents {
  /** Shows output; no more than the window is sent before it was shown. `isPast` for what an earlier client has shown. */
  onOutput(stream: OutputName, bytes: Uint8Array, isPast: boolean): Promise<void> | void
  /** A sentence of the server, such as why the session will end. */
  onNote?(sentence: string): void
  /** The connection was lost, and is being restored; or it is there, at first and again. */
  onConnection?(state: 'open' | 'lost'): void
}

/** How a session has ended; `isTaken` when it goes on in another client of the same login. */
export type TerminalEnd = { code: number } | { error: string; isTaken?: true }
