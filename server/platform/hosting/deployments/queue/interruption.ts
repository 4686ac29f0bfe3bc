/** Abort reason of a cancelled deployment: by its owner or a newer push. */
export class CancelledError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'CancelledError'
  }
}

/** A signal aborted by cancellation, not by a shutdown of the server. */
export function cancellationOf(
  signal: AbortSignal | undefined,
): Disposable & { signal: AbortSignal } {
  const cancelled = new AbortController()
  const hear = () => {
    if (signal?.reason instanceof CancelledError) cancelled.abort(signal.reason)
  }
  if (signal?.aborted) hear()
  signal?.addEventListener('abort', hear, { once: true })
  return {
    signal: cancelled.signal,
    [Symbol.dispose]: () => signal?.removeEventListener('abort', hear),
  }
}

/** The server is shutting down; the deployment stays unfinished and is resumed at the next start. */
export class ShuttingDownError extends Error {
  constructor(why = 'the server is ending') {
    super(why)
    this.name = 'ShuttingDownError'
  }
}

/** Another server works for the application now, and resumes the deployment. */
export class TakenOverError extends ShuttingDownError {
  constructor() {
    super('another server has taken the application over')
    this.name = 'TakenOverError'
  }
}
