/** Why a deployment's signal was aborted: its owner, a newer push, or the end of the server. */
export class CancelledError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'CancelledError'
  }
}

/** Aborted when a deployment is cancelled, not when the server ends. */
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

/** The server is ending; the deployment is left as it stands and taken up at the next start. */
export class ShuttingDownError extends Error {
  constructor() {
    super('the server is ending')
    this.name = 'ShuttingDownError'
  }
}
