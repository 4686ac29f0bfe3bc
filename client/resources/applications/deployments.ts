import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'
import type { Redeployment } from './instances.ts'

export interface Deployment {
  /** Number of the deployment within its application, from 1. */
  id: number
  uuid: string
  /** Milliseconds since the epoch. */
  date: number
  state: 'WIP' | 'OK' | 'FAIL' | 'CANCELLED' | 'TASK_RUNNING'
  action: 'DEPLOY' | 'UNDEPLOY' | 'UPSCALE' | 'DOWNSCALE' | 'REPLACE' | 'CANCEL' | 'NONE'
  commit: string | null
  cause: string
  instances: number
  author: { id: string; name: string }
  /** Absent if the repository could not be read. */
  commitSummary?: CommitSummary | null | undefined
}

/** Exact state of a deployment; `state` only tells `WIP` of most of them. */
export type DeploymentPhase =
  | 'queued'
  | 'building'
  | 'starting'
  | 'checking'
  | 'switching'
  | 'probation'
  | 'live'
  | 'stopped'
  | 'failed'
  | 'cancelled'

/** What a commit says of itself. */
export interface CommitSummary {
  author: string
  message: string
  /** Milliseconds since the epoch. */
  date: number
  /** Its page at the host of the connected repository; `null` without one. */
  url: string | null
}

/** How the commit of a deployment stands to the one that was live when it was requested. */
export interface CommitComparison {
  since: string
  status: 'identical' | 'ahead' | 'behind' | 'diverged'
  /** Commits that it has and the other has not. */
  aheadBy: number
  /** Commits that are gone: after a forced push, or on the way back. */
  behindBy: number
  /** There may be more of both. */
  isPartial: boolean
}

/** A commit in one line. */
export interface CommitLine {
  commit: string
  author: string
  subject: string
  /** Its page at the host of the connected repository; `null` without one. */
  url: string | null
}

interface DeploymentDetail extends Omit<Deployment, 'author'> {
  commit: string
  phase: DeploymentPhase
  /** Milliseconds from the request to the end; `null` until then. */
  duration: number | null
  /** `null` when the platform requested it. */
  author: { id: string; name: string } | null
  /** Branch or tag that the commit is of; `null` if it is of none, or that is not known. */
  branch: string | null
  /** `null` if the repository could not be read. */
  commitSummary: CommitSummary | null
  /** `null` for the first deployment, and where nothing is known. */
  comparison: CommitComparison | null
  /** Whether its release serves visitors. */
  isLive: boolean
}

export interface DeploymentSummary extends DeploymentDetail {
  /** Why it failed or was cancelled, in one sentence. */
  failure: string | null
  /** What the log says about the failure: file, line and sentence. */
  headline: string | null
}

/** A step; `run` is that of a task, `stop` that of an application. */
export interface DeploymentStep {
  name:
    | 'queue'
    | 'recipe'
    | 'build'
    | 'start'
    | 'health-check'
    | 'run'
    | 'switch'
    | 'probation'
    | 'drain'
    | 'stop'
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped'
  /** Milliseconds since the epoch. */
  begunAt: number | null
  endedAt: number | null
}

export interface DeploymentFailure {
  /** Step that failed; `platform` when it was not the application's fault. */
  kind:
    | 'source'
    | 'recipe'
    | 'build'
    | 'start'
    | 'health-check'
    | 'switch'
    | 'probation'
    | 'interrupted'
    | 'platform'
    | 'cancelled'
  message: string
  /** Observations and what to change. */
  advice: string[]
  /** The line of the log that says what went wrong; `null` if none was found. */
  headline: Headline | null
}

export interface Headline {
  /** Id of the line in the log, and when it was written, in milliseconds since the epoch. */
  lineId: string
  date: number
  /** Program that wrote it. */
  tool: string
  sentence: string
  file: string | null
  line: number | null
  column: number | null
}

/** What differs between two releases; variables and fields of the recipe by name. */
export interface ReleaseChanges {
  commit: boolean
  variables: { added: string[]; changed: string[]; removed: string[] }
  recipe: string[]
}

export interface DeploymentStory extends DeploymentDetail {
  /** How often the platform has begun it: more than once after a restart. */
  attempts: number
  /** With the newest commits that it is ahead by. */
  comparison: (CommitComparison & { newest: CommitLine[] }) | null
  steps: DeploymentStep[]
  failure: DeploymentFailure | null
  /** Since the release that was live before; `null` without a release or the permission to see variables. */
  changes: ReleaseChanges | null
}

export const deployments = ({ ask }: Connection) => ({
  /** Newest first. */
  list: (application: ApplicationAddress, { limit }: { limit?: number } = {}) =>
    ask<Deployment[]>({
      method: 'GET',
      path: `${applicationPath(application)}/deployments`,
      query: { limit },
    }),

  get: (application: ApplicationAddress, uuid: string) =>
    ask<Deployment>({
      method: 'GET',
      path: applicationPath(application) + path`/deployments/${uuid}`,
    }),

  /** With durations and reasons of failures, newest first. */
  summaries: (
    { id, ownerId }: ApplicationAddress,
    page: { limit?: number; offset?: number; action?: Deployment['action'] } = {},
  ) =>
    ask<DeploymentSummary[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/deployments`,
      query: { ...page },
    }),

  /** With its steps, its failure and what changed, by its id or number. */
  story: ({ id, ownerId }: ApplicationAddress, deployment: string | number) =>
    ask<DeploymentStory>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/deployments/${String(deployment)}`,
    }),

  /** Deploys an image of a registry to an application of type docker. */
  deployImage: ({ id, ownerId }: ApplicationAddress, image: string) =>
    ask<Redeployment>({
      method: 'POST',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/deployments`,
      body: { image },
    }),

  cancel: (application: ApplicationAddress, { id }: Pick<Deployment, 'id'>) =>
    ask<Message>({
      method: 'DELETE',
      path: applicationPath(application) + path`/deployments/${String(id)}/instances`,
    }),
})
