/**
 * The store cannot be reached now; the same call may succeed later. A write whose answer was lost may or may not have
 * been done, as in a crash of this process.
 */
export class StoreUnavailableError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the database is not available: ${reason}`, { cause })
  }
}
