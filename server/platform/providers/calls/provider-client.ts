import type { Readable } from 'node:stream'

/** A call to a provider's service. */
export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** Who we say we are: the id and the password of the provider's manifest. */
  credentials: { id: string; password: string }
  /** Sent as JSON. */
  body?: unknown
  /** In milliseconds, for the whole of it. */
  timeout: number
}

/** What a provider's service answered, whatever that was. */
export interface ProviderResponse {
  status: number
  /** The body, at most as long as any honest one. */
  text: string
  /** In milliseconds. */
  duration: number
}

/** A file that a provider's service gives. */
export interface ProviderFile {
  /** In bytes, if it says so. */
  size: number | undefined
  /** Breaks off with an error when the provider does; whoever has it reads it or destroys it. */
  stream: Readable
}

/**
 * Why there is no answer.
 *
 *   unsent   nothing was asked: the address is not allowed or cannot be reached
 *   lost     it was asked and may have acted, but its answer did not come, or not whole
 *   unusable it has answered, with what nobody can read however often it is asked
 */
export class ProviderUnreachableError extends Error {
  readonly fate: 'unsent' | 'lost' | 'unusable'
  /** In milliseconds. */
  readonly duration: number
  /** What went wrong on the way, such as `connection refused`; absent where the sentence is for customers as it is. */
  readonly reason: string | undefined

  constructor(
    fate: ProviderUnreachableError['fate'],
    sentence: string,
    duration: number,
    reason?: string,
  ) {
    super(sentence)
    this.name = 'ProviderUnreachableError'
    this.fate = fate
    this.duration = duration
    this.reason = reason
  }
}

/** How the platform talks to providerClient. */
export interface ProviderClient {
  /** The answer, or a `ProviderUnreachableError`. Redirects are not followed. */
  call(call: ProviderCall, signal?: AbortSignal): Promise<ProviderResponse>
  /** A file, however large, or a `ProviderUnreachableError`; the timeout is for its beginning. Only so many come at once. */
  open(call: Omit<ProviderCall, 'method' | 'body'>, signal?: AbortSignal): Promise<ProviderFile>
  /** One sentence about an address that we would not call, or nothing. */
  objectionTo(url: string): string | undefined
}
