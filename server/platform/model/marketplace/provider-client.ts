import type { Duplex, Readable } from 'node:stream'

/** A call to a provider's service. */
export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** HTTP Basic credentials: id and password of the provider's manifest. A webhook has none. */
  credentials?: { id: string; password: string }
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with these headers, instead of `body`. */
  payload?: { text: string | Uint8Array; headers: Readonly<Record<string, string>> }
  /** Sent beside those that every call has. */
  headers?: Readonly<Record<string, string>>
  /** A longer response is cut off there and counts; without it, one of more than 1 MiB counts as unusable. */
  maxAnswerBytes?: number
  /** Timeout of the whole call, in milliseconds. */
  timeout: number
}

/** Response of a provider's service, with any status. */
export interface ProviderResponse {
  status: number
  /** The body, limited in size. */
  text: string
  /** In milliseconds. */
  duration: number
}

/** A file streamed from a provider's service. */
export interface ProviderFile {
  /** In bytes, if announced. */
  size: number | undefined
  /** End of its name, such as `dump`, if announced. */
  extension: string | undefined
  /** Errors when the provider breaks off; the caller must read or destroy it. */
  stream: Readable
}

/**
 * A call without a usable response.
 *
 *   unsent   not sent: the URL is not allowed or the connection failed
 *   lost     sent, so the provider may have acted, but the response is missing or incomplete
 *   unusable answered, with a response that cannot be parsed; a retry does not help
 */
export class ProviderUnreachableError extends Error {
  readonly fate: 'unsent' | 'lost' | 'unusable'
  /** In milliseconds. */
  readonly duration: number
  /** Technical reason, such as `connection refused`; absent where the message is fit for customers as it is. */
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

/** A body for an address that a tenant has chosen. */
export interface PostedBody {
  url: string
  text: string
  headers: Readonly<Record<string, string>>
  /** HTTP Basic credentials. */
  credentials?: { id: string; password: string }
  /** A longer response is cut off there. */
  maxAnswerBytes: number
}

/** Result of one attempt. */
export interface PostResult {
  /** `null` without a response. */
  status: number | null
  /** In milliseconds. */
  duration: number
  /** Beginning of the response. */
  text: string
  /** Why it failed, in one sentence, or empty. */
  failure: string
}

/** HTTP client for providers. */
export interface ProviderClient {
  /** The response, or a `ProviderUnreachableError`. Redirects are not followed. */
  call(call: ProviderCall, signal?: AbortSignal): Promise<ProviderResponse>
  /** Posts a body once, without following redirects; only 2xx counts as delivered. */
  post(body: PostedBody, signal: AbortSignal): Promise<PostResult>
  /**
   * A file of any size, or a `ProviderUnreachableError`; the timeout applies to its first byte. Concurrency is
   * limited.
   */
  open(
    call: Omit<ProviderCall, 'method' | 'body' | 'payload' | 'maxAnswerBytes'>,
    signal?: AbortSignal,
  ): Promise<ProviderFile>
  /**
   * A connection that the provider has agreed to use for another protocol than HTTP, or its response, or a
   * `ProviderUnreachableError`; the timeout applies to its answer.
   */
  upgrade(
    call: Pick<ProviderCall, 'url' | 'credentials' | 'timeout'> & { protocol: string },
    signal?: AbortSignal,
  ): Promise<Duplex | ProviderResponse>
  /** Reason for not calling a URL, or `undefined`. */
  objectionTo(url: string): string | undefined
}
