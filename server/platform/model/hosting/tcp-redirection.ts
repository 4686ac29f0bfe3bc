import type { ApplicationId, OwnerId } from '#platform/model/ids.ts'

/** A public port whose connections go to an application. */
export interface TcpRedirection {
  port: number
  namespace: string
  applicationId: ApplicationId
}

/** Stored redirections; each port exists once. */
export interface TcpRedirections {
  add(redirection: TcpRedirection): Promise<void>
  /** Returns whether the application had it. */
  remove(redirection: TcpRedirection): Promise<boolean>
  /** Ordered by port. */
  listOf(applicationId: ApplicationId): Promise<TcpRedirection[]>
  /** In the same order. */
  listAll(): Promise<TcpRedirection[]>
  /** Ports in use from the first to the last of a range, in order. */
  listPorts(range: { from: number; to: number }): Promise<number[]>
  /** Number of redirections of all applications in this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
}
