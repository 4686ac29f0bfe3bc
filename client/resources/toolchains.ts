import type { Connection } from '#client/http/connection.ts'

/** The catalogue of tools of a server, and the tools that it has downloaded. */
export interface ServerToolchains {
  catalogue: {
    origin: 'shipped' | 'refreshed'
    date: string
    /** Seconds; `null` when only an operator asks. */
    interval: number | null
    lastAttempt: { date: string; problem: string | null } | null
    /** Tools that the last refresh left as they were, or in part. */
    problems: { tool: string; text: string }[]
    notes: { tool: string; text: string }[]
  }
  tools: {
    name: string
    version: string
    bytes: number
    lastUse: string
    endOfLife: string | null
    /** The newest release of its line; `null` if it is that. */
    newer: string | null
    /** The newest security release of its line, which it is older than. */
    securityRelease: string | null
  }[]
  /** Applications that run on outdated tools. */
  outdatedApplications: number
}

/** A tool that a release runs on, and what a deployment of the same commit would have instead. */
export interface OutdatedTool {
  name: string
  version: string
  newer: string | null
  /** Since when its line gets no more fixes. */
  endedOn: string | null
  /** The newest security release of its line, which it is older than. */
  securityRelease: string | null
  /** What a deployment of the same commit would get. */
  next: string | null
}

/** An application whose live release runs on outdated tools. */
export interface OutdatedApplication {
  applicationId: string
  applicationName: string
  ownerId: string
  tools: OutdatedTool[]
}

/** One application of a rolling redeployment. */
export interface RedeploymentItem {
  applicationId: string
  applicationName: string
  ownerId: string
  state: 'unplanned' | 'waiting' | 'skipped' | 'deploying' | 'live' | 'failed'
  deploymentId: string | null
  /** Why it was skipped or has failed. */
  reason: string | null
}

/** Outdated applications that are deployed again, a few at a time. */
export interface RollingRedeployment {
  id: string
  state: 'running' | 'done' | 'stopped' | 'failed'
  concurrency: number
  maxFailures: number
  startDate: string
  endDate: string | null
  counts: Record<RedeploymentItem['state'], number>
  /** Those that have failed, and then those that are being deployed; not all when they are many. */
  applications: RedeploymentItem[]
}

interface Newest {
  /** `null` if there was none. */
  redeployment: RollingRedeployment | null
}

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

const path = '/v4/berth/operator/toolchains'

/** Tools of applications, for operators. */
export const toolchains = ({ ask }: Connection) => ({
  show: () => ask<ServerToolchains>({ method: 'GET', path }),

  /** Lists of Debian's suites are some 80 MB the first time. */
  refresh: () =>
    ask<ServerToolchains>({ method: 'POST', path: `${path}/refresh`, timeout: 660_000 }),

  /** Downloads the newest release that fits; a Debian system takes minutes. */
  fetch: (tool: { name: string; version: string }) =>
    ask<{ name: string; version: string }>({
      method: 'POST',
      path: `${path}/tools`,
      body: tool,
      timeout: 960_000,
    }),

  remove: ({ name, version }: { name: string; version: string }) =>
    ask<void>({
      method: 'DELETE',
      path: `${path}/tools/${encodeURIComponent(name)}/${encodeURIComponent(version)}`,
    }),

  /** By name. */
  outdated: ({ limit, offset }: Page = {}) =>
    ask<OutdatedApplication[]>({
      method: 'GET',
      path: `${path}/outdated`,
      query: { limit, offset },
    }),

  /** Deploys the live commit of one application again. */
  redeployOne: (applicationId: string) =>
    ask<{ deploymentId: string }>({
      method: 'POST',
      path: `${path}/outdated/${applicationId}/redeployment`,
    }),

  redeployment: () => ask<Newest>({ method: 'GET', path: `${path}/rolling-redeployment` }),

  /** Begins to deploy all again that would get another tool. */
  redeploy: (limits: { concurrency: number; maxFailures: number }) =>
    ask<Newest>({ method: 'POST', path: `${path}/rolling-redeployment`, body: limits }),

  /** No further application begins. */
  stopRedeployment: () => ask<Newest>({ method: 'DELETE', path: `${path}/rolling-redeployment` }),

  /** Those that have ended first, in the order of their end. */
  redeploymentItems: ({ limit, offset }: Page = {}) =>
    ask<RedeploymentItem[]>({
      method: 'GET',
      path: `${path}/rolling-redeployment/applications`,
      query: { limit, offset },
    }),

  /** Outdated tools of one application, for its members. */
  ofApplication: ({ ownerId, id }: { ownerId: string; id: string }) =>
    ask<{ outdated: OutdatedTool[] }>({
      method: 'GET',
      path: `/v4/berth/organisations/${ownerId}/applications/${id}/tools`,
    }),
})
