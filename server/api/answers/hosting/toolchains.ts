import {
  integer,
  list,
  maxValue,
  minValue,
  nullable,
  object,
  oneOf,
  pipe,
  string,
} from '#kit/schema.ts'
import { unfinishedStates } from '#platform/model/hosting/deployments/deployment.ts'
import {
  redeploymentItemStates,
  redeploymentStates,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'

const range = 'must be from 1 to 999'
const upTo999 = pipe(integer, minValue(1, range), maxValue(999, range))

export const toolchainsAnswer = object({
  catalogue: object({
    /** Of this version of the platform, or refreshed since. */
    origin: oneOf('shipped', 'refreshed'),
    /** When the registry was asked for it. */
    date: string,
    /** Seconds between two refreshes; null when only an operator asks. */
    interval: nullable(integer),
    /** The last attempt since the start of the server; the problem is null when it succeeded. */
    lastAttempt: nullable(object({ date: string, problem: nullable(string) })),
    /** Tools that the last refresh left as they were, or in part, and why. */
    problems: list(object({ tool: string, text: string })),
    /** What else the sources of refreshed tools are not as they should be, such as a mirror without a security suite. */
    notes: list(object({ tool: string, text: string })),
  }),
  tools: list(
    object({
      name: string,
      version: string,
      bytes: integer,
      lastUse: string,
      /** Day on which its line gets no more fixes; null where no source says. */
      endOfLife: nullable(string),
      /** The newest release of its line; null if it is that, or has no lines. */
      newer: nullable(string),
      /** The newest security release of its line, which it is older than; null if it is not, or no source says. */
      securityRelease: nullable(string),
    }),
  ),
  /** Applications whose live release runs on an outdated tool. */
  outdatedApplications: integer,
})

/** A tool, and a version that it shall have or a line of it. */
export const toolRequest = object({ name: string, version: string })

/** The release that is there now. */
export const fetchedTool = object({ name: string, version: string })

const outdatedTools = list(
  object({
    name: string,
    version: string,
    newer: nullable(string),
    /** Since when its line gets no more fixes; null while it does. */
    endedOn: nullable(string),
    /** The newest security release of its line, which it is older than: then it has known weaknesses. */
    securityRelease: nullable(string),
    /** What a deployment of the same commit would get; null where that is not known on this server. */
    next: nullable(string),
  }),
)

export const outdatedList = list(
  object({
    applicationId: string,
    applicationName: string,
    ownerId: string,
    tools: outdatedTools,
  }),
)

/** What the live release of an application runs on that is outdated; empty while nothing is. */
export const applicationTools = object({ outdated: outdatedTools })

/** A deployment that was asked for because of outdated tools. */
export const toolRedeployment = object({
  deploymentId: string,
  state: oneOf(...unfinishedStates, 'live', 'stopped', 'failed', 'cancelled'),
  failure: nullable(string),
})

export const redeploymentLimits = object({
  /** Applications that are deployed at a time. */
  concurrency: upTo999,
  /** Failures after which no further application begins. */
  maxFailures: upTo999,
})

const redeploymentItem = object({
  applicationId: string,
  applicationName: string,
  ownerId: string,
  state: oneOf(...redeploymentItemStates),
  deploymentId: nullable(string),
  /** Why it was skipped or has failed. */
  reason: nullable(string),
})

export const redeploymentItems = list(redeploymentItem)

/** The newest rolling redeployment. */
const rollingRedeployment = object({
  id: string,
  state: oneOf(...redeploymentStates),
  concurrency: integer,
  maxFailures: integer,
  startDate: string,
  endDate: nullable(string),
  /** Number of applications in each state. */
  counts: object({
    unplanned: integer,
    waiting: integer,
    skipped: integer,
    deploying: integer,
    live: integer,
    failed: integer,
  }),
  /** Applications that have failed, and then those that are being deployed; not all when they are many. */
  applications: redeploymentItems,
})

export const newestRedeployment = object({ redeployment: nullable(rollingRedeployment) })
