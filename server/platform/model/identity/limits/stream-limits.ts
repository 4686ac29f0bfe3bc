/** Limits concurrent long-lived responses (followed logs, downloads). */
export interface StreamLimits {
  /**
   * Takes one slot of the reader (a user or its stand-in) and one of the source, released on disposal; refuses when
   * either has none left.
   */
  take(stream: { reader: string; source: string }): DisposableStack
}
