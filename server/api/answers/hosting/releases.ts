import { integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { commitSummary } from './connected-repository.ts'
import { releaseChanges } from './deployments.ts'

const releaseOrigin = object({ applicationId: string, name: string, number: integer })

/** A release that was live; variables are named, never shown. */
const releaseAnswer = object({
  /** Number of the deployment that made it. */
  number: integer,
  deploymentId: string,
  /** When it became live. */
  date: integer,
  commit: string,
  /** An image by reference with its digest; null where the application was built. */
  image: nullable(string),
  cause: string,
  author: object({ id: string, name: string }),
  /** Null for a commit that was pushed to the platform. */
  commitSummary: nullable(commitSummary),
  state: oneOf('LIVE', 'KEPT', 'ARTIFACT_GONE'),
  /** The release of another application that was promoted; null where the artifact was built for this one. */
  origin: nullable(releaseOrigin),
  /** Since the release before. */
  changes: releaseChanges,
})

export const releaseList = list(releaseAnswer)

const named = object({ id: string, name: string })

/** What a promotion would deploy; variables are named, never shown. */
export const promotionPlanAnswer = object({
  from: named,
  to: named,
  release: integer,
  commit: string,
  /** The commit that is live; null before the first deployment. */
  liveCommit: nullable(string),
  /** With another value here than at the build. */
  variables: object({
    /** Part of the artifact, so that a promotion needs `keepVariables`. */
    baked: list(string),
    /** The build could read them. */
    readable: list(string),
  }),
})

export const promotionWaysAnswer = object({ target: nullable(named), sources: list(named) })
