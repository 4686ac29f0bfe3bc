import type { AcmeAccount } from './certificate.ts'
import type { AcmeChallenge, ServedCertificate } from './deployments/traffic.ts'

/**
 * Why an order failed.
 *
 *   unavailable  the ACME server cannot be reached, or does not speak ACME: every order is likely to fail
 *   limited      it limits the rate of orders, for this host or for the whole platform
 *   rejected     it refuses this order, mostly because it could not verify the host
 */
export type AcmeErrorKind = 'unavailable' | 'limited' | 'rejected'

type AcmeErrorDetails = Partial<Pick<AcmeError, 'retryAfter' | 'problem' | 'hasAnswered'>>

export class AcmeError extends Error {
  readonly kind: AcmeErrorKind
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined
  /** The problem's type, without `urn:ietf:params:acme:error:`. */
  readonly problem: string | undefined
  /** Whether the server answered this order with an error of its own: it may do so for other hosts or not. */
  readonly hasAnswered: boolean

  constructor(kind: AcmeErrorKind, message: string, details: AcmeErrorDetails = {}) {
    super(message)
    this.name = 'AcmeError'
    this.kind = kind
    this.retryAfter = details.retryAfter
    this.problem = details.problem
    this.hasAnswered = details.hasAnswered ?? false
  }
}

export interface AcmeOrderRequest {
  account: AcmeAccount
  host: string
  /** Makes the router answer the challenge, before the server is asked to verify it. */
  present(challenge: AcmeChallenge): Promise<void>
  signal: AbortSignal
}

/** The ACME server that the operator has chosen (RFC 8555). All errors are `AcmeError`. */
export interface AcmeClient {
  /** Address of its directory. */
  readonly directory: string
  /** Orders of one quota account per hour: the server counts those of the whole platform. */
  readonly maxOrdersPerHour: number
  /** Registers the account of this key, or finds it again; returns its address. */
  register(key: string, signal: AbortSignal): Promise<string>
  /** Orders a certificate, with a new key, and waits for it. */
  order(request: AcmeOrderRequest): Promise<ServedCertificate>
}
