import type { AlertNouns } from '#platform/model/observability/alert-rule.ts'
import type { CommitNouns } from './commits/commit-comparison.ts'
import type { RepositoryNouns } from './connected-repositories/connected-repository.ts'
import type { CronNouns } from './crons/cron-store.ts'
import type { GitHostNouns } from './git-hosts/host-webhook.ts'
import type { NetworkGroupNouns } from './network-groups/network-group-store.ts'
import type { PreviewNouns } from './previews/preview-store.ts'
import type { PullRequestNouns } from './pull-requests/pull-request-sync.ts'
import type { RunNouns } from './runs/run-store.ts'

/** Parts of the store that are declared beside what they keep. */
export interface HostingNouns
  extends NetworkGroupNouns,
    RepositoryNouns,
    CommitNouns,
    GitHostNouns,
    CronNouns,
    RunNouns,
    PreviewNouns,
    PullRequestNouns,
    AlertNouns {}
