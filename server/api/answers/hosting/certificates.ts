import { integer, list, object, oneOf, optional, string } from '#kit/schema.ts'

/** A certificate, without its key, which nothing ever shows. */
export const certificateAnswer = object({
  id: string,
  ownerId: string,
  source: oneOf('uploaded', 'acme'),
  names: list(string),
  /** The host that ACME was asked for. */
  host: optional(string),
  subject: string,
  issuer: string,
  serialNumber: string,
  fingerprint: string,
  notBefore: string,
  notAfter: string,
  state: oneOf('valid', 'expiring', 'expired'),
  /** PEM, leaf first. */
  chain: string,
})
export const certificateList = list(certificateAnswer)

export const certificateOrderList = list(
  object({
    host: string,
    state: oneOf('pending', 'issued', 'failed'),
    failures: integer,
    problem: optional(string),
    nextAttempt: string,
  }),
)
