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

/** Whether an error, or one that it wraps, means that the store is away. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return true
  if (error instanceof SuppressedError) {
    return isStoreUnavailable(error.error) || isStoreUnavailable(error.suppressed)
  }
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable)
  return error instanceof Error && error.cause !== undefined && isStoreUnavailable(error.cause)
}
