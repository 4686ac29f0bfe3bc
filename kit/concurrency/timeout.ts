/** A wait exceeded its timeout. */
export class TimeoutError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds / 1000} s`)
  }
}

/** Timers for one timeout, one after the other. */
const slices = 4

/**
 * The promise's result, or `TimeoutError` after the timeout; the work itself is not stopped. A process that was too busy to look at its sockets runs
 * its timers first, and would take its own deafness for the silence of others: here that costs one of several timers.
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  what: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    let left = slices
    const startNext = () => {
      if (left-- > 0) timer = setTimeout(startNext, milliseconds / slices)
      else reject(new TimeoutError(what, milliseconds))
    }
    startNext()
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The promise's result, or the signal's reason as soon as it is aborted; the work itself is not stopped. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {})
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Sleeps, or throws the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abandon)
      resolve()
    }, milliseconds)
    const abandon = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abandon, { once: true })
  })
}

export interface PollOptions {
  timeout: number
  /** Milliseconds between the first two polls. */
  every?: number
  /** The interval grows by a half each time, up to this; constant when absent. */
  upTo?: number
  /** Name of the awaited thing, for the timeout error. */
  what: string
}

/** Polls until the result is neither `undefined` nor `false`, or the timeout has passed. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeout, every = 20, upTo = every, what }: PollOptions,
): Promise<T> {
  const end = performance.now() + timeout
  let pause = every
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() >= end) throw new TimeoutError(what, timeout)
    await sleep(pause)
    pause = Math.min(pause * 1.5, upTo)
  }
}
