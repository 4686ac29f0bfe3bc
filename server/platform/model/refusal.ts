/**
 * Kinds of refusal.
 *
 *   invalid          the input is invalid
 *   unauthenticated  the caller is not known
 *   forbidden        the caller is known and lacks the permission
 *   missing          it does not exist, or is not visible to the caller
 *   conflict         impossible in the current state
 *   limited          rate limit or quota exceeded
 *   unavailable      temporarily impossible
 */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** What listeners over HTTP answer with. */
export const statusOfKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
} satisfies Record<RefusalKind, number>

/** Machine-readable reason beyond the kind; the API maps it to the numeric codes of its wire. */
export type RefusalReason =
  | 'application-missing'
  | 'never-deployed'
  | 'github-not-linked'
  | 'no-favourite-domain'
  | 'domain-unknown'
  | 'variables-invalid'
  | 'ssh-key-invalid'
  | 'credentials-wrong'
  | 'second-factor-wrong'
  | 'email-invalid'
  | 'email-mine'
  | 'email-taken'
  | 'provider-unknown'
  | 'provider-failed'

export interface RefusalDetails {
  reason?: RefusalReason
  /** Advice to the caller. */
  hint?: string
  /** Seconds until a retry may succeed. */
  wait?: number
  /** Problems by name of the input field. */
  fields?: Record<string, string>
}

/** A refusal to a caller: one sentence that a user can act on. Any other thrown error is a bug. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly details: RefusalDetails

  constructor(kind: RefusalKind, message: string, details: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.details = details
  }
}
