import type { CertificateId, OwnerId, ProviderOwnerId } from '#platform/model/ids.ts'

/** Where a certificate comes from: its owner, or the ACME server of the operator. */
export type CertificateSource = 'uploaded' | 'acme'

/** What a certificate says, without its key. */
export interface CertificateFacts {
  /** DNS names, in lower case; may begin with `*.`. */
  names: string[]
  subject: string
  issuer: string
  serialNumber: string
  /** SHA-256 of the leaf, in lower-case hexadecimal: names the certificate in the router. */
  fingerprint: string
  /** Milliseconds since the epoch. */
  notBefore: number
  notAfter: number
}

/** A stored certificate, without its key. */
export interface Certificate extends CertificateFacts {
  id: CertificateId
  /** `platform` for one that the operator gave for the parent domain of all applications. */
  ownerId: ProviderOwnerId
  source: CertificateSource
  /** The host that it was ordered for; absent when uploaded. */
  host: string | null
  /** PEM, leaf first. */
  chain: string
  createdAt: number
  /** When its owner was warned that it expires. */
  warnedAt: number | null
}

/** What decides which certificate a host gets; chains are tens of kilobytes, so that lists leave them out. */
export type CertificateSummary = Omit<Certificate, 'chain'>

/** A certificate with its private key, PEM; the key is encrypted at rest. */
export interface KeyedCertificate extends Certificate {
  key: string
}

export type CertificateState = 'valid' | 'expiring' | 'expired'

/** The last third of its life is when a certificate should be renewed; an uploaded one gets a warning then. */
export function stateOf(
  { notBefore, notAfter }: Pick<CertificateFacts, 'notBefore' | 'notAfter'>,
  now: number,
): CertificateState {
  if (now >= notAfter) return 'expired'
  return now >= renewalTime({ notBefore, notAfter }) ? 'expiring' : 'valid'
}

/** When a third of the lifetime is left, in whole milliseconds: a database may take no others. */
export const renewalTime = ({
  notBefore,
  notAfter,
}: Pick<CertificateFacts, 'notBefore' | 'notAfter'>): number =>
  Math.floor(notAfter - (notAfter - notBefore) / 3)

/** Whether a name of a certificate covers a host: `*` stands for one label (RFC 6125, 6.4.3). */
export function covers(name: string, host: string): boolean {
  if (name === host) return true
  if (!name.startsWith('*.') || host.startsWith('*.')) return false
  const dot = host.indexOf('.')
  return dot > 0 && host.slice(dot) === name.slice(1)
}

/** The standing order of a certificate for one host by ACME: when it is due, and how the last attempts ended. */
export interface CertificateOrder {
  host: string
  ownerId: OwnerId
  /** When to order next: at once, after a backoff, or when a third of the lifetime is left. */
  dueAt: number
  /** Failures in a row. */
  failures: number
  /** Begin of the last attempt. */
  attemptedAt: number | null
  /** Id of the server whose attempt is under way, or was cut by a crash. */
  attemptedBy: string | null
  /** Why the last attempt failed. */
  problem: string | null
  /** When the owner was last told about the failures. */
  warnedAt: number | null
}

/** The platform's account at an ACME server. */
export interface AcmeAccount {
  directory: string
  /** PEM; encrypted at rest. */
  key: string
  /** The account's address at the server; empty until it is registered. */
  url: string
}
