import type { CertificateId, OwnerId, ProviderOwnerId } from '#platform/model/ids.ts'
import type {
  AcmeAccount,
  Certificate,
  CertificateOrder,
  CertificateSummary,
  KeyedCertificate,
} from './certificate.ts'

export interface Certificates {
  /** `false`, without a write, when the owner has one with this fingerprint. */
  add(certificate: KeyedCertificate): Promise<boolean>
  find(id: CertificateId): Promise<Certificate | undefined>
  findKeyed(id: CertificateId): Promise<KeyedCertificate | undefined>
  /** Newest first. */
  listOf(ownerId: ProviderOwnerId): Promise<Certificate[]>
  /** The same without their chains. */
  listSummaries(ownerId: ProviderOwnerId): Promise<CertificateSummary[]>
  /** Owners of these hosts, as far as they have one. */
  ownersOf(hosts: readonly string[]): Promise<OwnedHost[]>
  /** Hosts of all applications of an owner. */
  hostsOf(ownerId: OwnerId): Promise<string[]>
  /** Hosts of all applications, at most `limit`, after `after` in their order. */
  listHosts(after: string, limit: number): Promise<OwnedHost[]>
  /** Uploaded certificates without a warning that expire before this time. */
  listExpiring(before: number): Promise<Certificate[]>
  setWarned(id: CertificateId, date: number): Promise<void>
  remove(id: CertificateId): Promise<void>
  /** Removes certificates of ACME for hosts that the owner does not have any more; only these hosts, if given. */
  removeUnused(hosts?: readonly string[]): Promise<void>
  /** Removes all of an owner. */
  removeOf(ownerId: OwnerId): Promise<void>
}

/** A quota account with orders that are due. */
export interface DueAccount {
  accountId: OwnerId
  /** When the last attempt of any of its orders began. */
  attemptedAt: number | null
}

/** A host of an application, with the owner of the application. */
export interface OwnedHost {
  host: string
  ownerId: OwnerId
}

export interface CertificateOrders {
  /** Adds orders; a host that has one already is left alone. */
  add(hosts: readonly OwnedHost[], dueAt: number): Promise<void>
  find(host: string): Promise<CertificateOrder | undefined>
  /** Those that failed first, then by host. */
  listOf(ownerId: OwnerId, limit: number): Promise<CertificateOrder[]>
  /** Hosts of applications without an order, at most `limit`, after `after` in their order. */
  listHostsWithout(after: string, limit: number): Promise<OwnedHost[]>
  /** Quota accounts with orders due at `now`. */
  dueAccounts(now: number): Promise<DueAccount[]>
  /** The quota account's order that is due first, unless it is in the future. */
  nextOf(accountId: OwnerId, now: number): Promise<CertificateOrder | undefined>
  /** When the next order is due, after `now`. */
  nextDue(now: number): Promise<number | undefined>
  change(host: string, change: Partial<Omit<CertificateOrder, 'host' | 'ownerId'>>): Promise<void>
  /** Lets attempts that a server has begun and not ended begin again at `dueAt`. */
  resumeOf(serverId: string, dueAt: number): Promise<void>
  /** Attempts after `now`, of a clock that was set back since, count as made now, and their pauses from now on. */
  moveBack(now: number): Promise<void>
  /** Orders with at least this many failures in a row that nobody was told about since `warnedBefore`. */
  listUnwarned(failures: number, warnedBefore: number): Promise<CertificateOrder[]>
  /** When the owner was last told about a failure or about a certificate that expires. */
  lastWarning(ownerId: ProviderOwnerId): Promise<number | undefined>
  /** Stays when what the owner was told about is removed. */
  setLastWarning(ownerId: ProviderOwnerId, date: number): Promise<void>
  /** Removes orders of hosts that the owner does not have any more; only these hosts, if given. */
  removeUnused(hosts?: readonly string[]): Promise<void>
  /** Removes all of an owner. */
  removeOf(ownerId: OwnerId): Promise<void>
}

export interface AcmeAccounts {
  find(directory: string): Promise<AcmeAccount | undefined>
  put(account: AcmeAccount): Promise<void>
}

/** An attempt to get a certificate. It stays when the domain is removed, so that removing one and adding another is counted. */
export interface AcmeAttempt {
  accountId: OwnerId
  host: string
  startedAt: number
}

/** Attempts of a quota account. */
export interface AttemptCount {
  accountId: OwnerId
  attempts: number
  failures: number
  /** When the last one began. */
  startedAt: number
}

export interface AcmeAttempts {
  add(attempt: AcmeAttempt): Promise<void>
  setFailed(host: string, startedAt: number): Promise<void>
  countSince(time: number): Promise<AttemptCount[]>
  removeUntil(time: number): Promise<void>
  /** Attempts after `now`, of a clock that was set back since, count as made now. */
  moveBack(now: number): Promise<void>
}
