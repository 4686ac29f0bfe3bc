/**
 *   managed     below the platform's own domain: its DNS is the operator's
 *   valid       all addresses are those of the platform
 *   incomplete  some of the platform's addresses are missing
 *   invalid     some addresses are of another place
 *   no-config   there are no addresses
 *   no-answer   the name servers did not answer in time
 *   unknown     the operator has not said where domains have to lead
 */
export const dnsStates = [
  'managed',
  'valid',
  'incomplete',
  'invalid',
  'no-config',
  'no-answer',
  'unknown',
] as const
export type DnsState = (typeof dnsStates)[number]

/** What name servers said about a host. */
export interface HostRecords {
  a: string[]
  aaaa: string[]
  cname: string[]
  /** The zone that has the records of the host, as far as it was found; else the registered domain. */
  zone: string
  /** Name servers of the zone. */
  nameServers: string[]
  /** Types that no name server answered about. */
  unanswered: string[]
  /** Milliseconds since the epoch. */
  checkedAt: number
}

/** Runs and remembers checks; bounded per caller and altogether. */
export interface DomainChecks {
  /** Records of a host. Remembered ones are returned unless they are old, or a fresh look is wanted. */
  lookUp(host: string, options: { caller: string; isFresh: boolean }): Promise<HostRecords>
}

/**
 *   valid, expiring, expired  the certificate that visitors get
 *   ordering                  the ACME server is being asked right now
 *   wanted                    an order waits for its turn
 *   failed                    the last order failed; another is made later
 *   none                      nobody orders one: visitors get that of the platform
 */
export const hostCertificateStates = [
  'valid',
  'expiring',
  'expired',
  'ordering',
  'wanted',
  'failed',
  'none',
] as const
export type HostCertificateState = (typeof hostCertificateStates)[number]

/** What is known about the certificate of a host. */
export interface HostCertificate {
  state: HostCertificateState
  /** Where the one that visitors get is from; absent without one. */
  source?: 'uploaded' | 'acme' | 'platform'
  notAfter?: number
  /** Why the last order failed, although there may be a certificate. */
  problem?: string
  /** What to do about it. */
  advice?: string
  /** When the next order is due; absent when none is planned. */
  nextAttempt?: number
}
