/**
 * The seven ways to say no to a caller.
 *
 *   invalid          the input cannot be used as it is
 *   unauthenticated  we do not know who is calling
 *   forbidden        we know, and they may not
 *   missing          there is no such thing, or none that this caller may see
 *   conflict         it cannot be done in the present state
 *   limited          it was tried too often
 *   unavailable      it could be done later
 */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** What a program may need to tell apart beyond the kind; the API translates it to the numbers of its wire. */
export type RefusalReason =
  | 'application-missing'
  | 'never-deployed'
  | 'no-favourite-domain'
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
  /** What the caller can do about it. */
  hint?: string
  /** In how many seconds at the latest it may be tried again. */
  wait?: number
  /** Problems by name of the input field. */
  fields?: Record<string, string>
}

/** The platform says no: one sentence that a user can act on. Everything else that is thrown is a bug. */
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
