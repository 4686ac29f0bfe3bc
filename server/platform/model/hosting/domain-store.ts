import type { ApplicationId, OwnerId } from '#platform/model/ids.ts'
import type { Domain, DomainName } from './domain.ts'

/** Stored domains; each pair of host and path exists once. */
export interface Domains {
  add(domain: Domain): Promise<void>
  find(name: DomainName): Promise<Domain | undefined>
  /** Returns whether the application had it. */
  remove(applicationId: ApplicationId, name: DomainName): Promise<boolean>
  /** Marks one domain of the application as its favourite, or none. */
  setFavourite(applicationId: ApplicationId, name: DomainName | undefined): Promise<void>
  /** Ordered by host and path. */
  listOf(applicationId: ApplicationId): Promise<Domain[]>
  /** In the same order. */
  listAll(): Promise<Domain[]>
  /** Domains of all applications of an owner, in the same order. */
  listOfOwner(ownerId: OwnerId): Promise<Domain[]>
  /** Owners of the applications with one of these hosts, on any path. */
  listOwners(hosts: readonly string[]): Promise<OwnerId[]>
  /** Whether another owner has a host below this name, wildcards included. */
  hasOtherOwnerBelow(name: string, ownerId: OwnerId): Promise<boolean>
  /** Number of domains of all applications in this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
}
