/** Why there was no response, as far as a caller can act on it. */
export type UnreachableReason =
  | 'refused'
  | 'unknown-host'
  | 'untrusted'
  | 'late'
  | 'broken'
  | 'not-the-api'

/** The API gave no valid response. */
export class UnreachableError extends Error {
  readonly address: string
  readonly reason: UnreachableReason

  constructor(address: string, reason: UnreachableReason, cause?: unknown) {
    super(`${address} ${sentences[reason]}`, { cause })
    this.name = 'UnreachableError'
    this.address = address
    this.reason = reason
  }
}

const sentences: Record<UnreachableReason, string> = {
  refused: 'accepts no connection',
  'unknown-host': 'is not a known host',
  untrusted: 'shows a certificate that is not trusted',
  late: 'did not answer in time',
  broken: 'broke the connection',
  'not-the-api': 'answers, but not as this API does',
}

const reasons: Record<string, UnreachableReason> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ETIMEDOUT: 'late',
  ABORT_ERR: 'late',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'untrusted',
  CERT_HAS_EXPIRED: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'untrusted',
  TimeoutError: 'late',
  AbortError: 'late',
}

export function unreachable(address: string, error: unknown): UnreachableError {
  if (error instanceof UnreachableError) return error
  return new UnreachableError(address, reasons[codeOf(error)] ?? 'broken', error)
}

/**
 * Node's errors have a code, those of `fetch` a name. A failed connection to several addresses of a host has one error
 * for each.
 */
function codeOf(error: unknown): string {
  const { code, name, errors } = error as {
    code?: unknown
    name?: string
    errors?: { code?: string }[]
  }
  return (typeof code === 'string' ? code : undefined) ?? errors?.[0]?.code ?? name ?? ''
}
