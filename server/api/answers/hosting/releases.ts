import { integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { commitSummary } from './connected-repository.ts'
import { releaseChanges } from './deployments.ts'

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
  /** Since the release before. */
  changes: releaseChanges,
})

export const releaseList = list(releaseAnswer)
