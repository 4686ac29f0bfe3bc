/** Replay protection: nonces of signed requests, kept as long as their timestamps are accepted. */
export interface Nonces {
  /**
   * Whether the pair is fresh: inside the window and not seen before. It is written before this resolves to `true`, so
   * that it is refused even after a crash of the process; throws when it cannot be written. `account` is the account
   * whose share of the memory it counts against.
   */
  accept(owner: string, nonce: string, timestamp: number, account?: string): Promise<boolean>
}
