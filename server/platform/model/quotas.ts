import type { OwnerId } from './ids.ts'

/**
 * Limits of one quota account, over a user's personal space and the organisations that count against it; `Infinity`
 * means unlimited.
 */
export interface Quotas {
  /** Organisations that count against a user. */
  organisations: number
  applications: number
  /** Instances of all applications that run or are starting. */
  instances: number
  /** Total memory of these instances, in bytes. */
  memory: number
  addons: number
  domains: number
  tcpRedirections: number
  networkGroups: number
  /** Members of all these groups together. */
  networkGroupMembers: number
  /** External peers of all these groups together. */
  networkGroupPeers: number
  deploymentsPerHour: number
  /** Repositories, artifacts, logs and files written by instances, in bytes. */
  disk: number
}

/** Measures the disk usage of a quota account. */
export interface DiskUsage {
  /** Bytes of repositories, artifacts, caches, logs and instance files; cached for up to a minute. */
  of(accountId: OwnerId): Promise<number>
}

/** Rate limit for deployments per quota account. */
export interface DeploymentRate {
  /** Counts one deployment; refuses when the hourly limit is reached. */
  count(accountId: OwnerId): void
  /** Counts one step up of autoscaling, in as many an hour as deployments: they take no deployment from their owner. */
  countAutoscaling(accountId: OwnerId): void
}
