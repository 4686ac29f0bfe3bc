import type { ApplicationId } from '#platform/model/ids.ts'
import type { GitHosts } from './git-host.ts'
import type { QueuedStatuses } from './queued-status.ts'

/** The webhook of a connected repository at its host, as far as Berth has made it there. */
export interface HostWebhook {
  applicationId: ApplicationId
  /** The repository that it was made for. */
  repositoryUrl: string
  /** Its id at the host; `null` when it could not be made. */
  hookId: string | null
  /** Why it could not be made, in one sentence, or empty. */
  problem: string
}

export interface HostWebhooks {
  find(applicationId: ApplicationId): Promise<HostWebhook | undefined>
  /** Adds it, or takes the place of the one that the application had. */
  put(webhook: HostWebhook): Promise<void>
  remove(applicationId: ApplicationId): Promise<void>
}

/** The parts of the store about Git hosts. */
export interface GitHostNouns {
  readonly gitHosts: GitHosts
  readonly hostWebhooks: HostWebhooks
  readonly queuedStatuses: QueuedStatuses
}
