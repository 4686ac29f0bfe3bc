import { applicationAnswer } from '#api/answers/applications.ts'
import { deploymentAction, deploymentState } from '#api/answers/states.ts'
import { boolean, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { comparisonStatuses } from '#platform/model/hosting/commits/commit-comparison.ts'
import { commitSummary } from './connected-repository.ts'

const names = list(string)

/** Variables that differ between two releases, by name only. */
const variableChanges = object({ added: names, changed: names, removed: names })

/** What differs between two releases; `recipe` names fields of it, such as `start`. */
export const releaseChanges = object({
  commit: boolean,
  variables: variableChanges,
  recipe: names,
})

const deploymentEntries = {
  /** Counts the deployments of the application. */
  id: integer,
  uuid: string,
  date: integer,
  /** From the request to the end; null until then. */
  duration: nullable(integer),
  state: deploymentState,
  /** The exact state. */
  phase: oneOf(
    'queued',
    'building',
    'starting',
    'checking',
    'switching',
    'probation',
    'live',
    'stopped',
    'failed',
    'cancelled',
  ),
  action: deploymentAction,
  commit: string,
  cause: string,
  /** Branch or tag that the commit is of; null if it is of none, or that is not known. */
  branch: nullable(string),
  instances: integer,
  /** Null when the platform requested it. */
  author: nullable(object({ id: string, name: string })),
}

const step = object({
  name: oneOf(
    'queue',
    'recipe',
    'build',
    'start',
    'health-check',
    'run',
    'switch',
    'probation',
    'drain',
    'stop',
  ),
  state: oneOf('waiting', 'running', 'done', 'failed', 'cancelled', 'skipped'),
  begunAt: nullable(integer),
  endedAt: nullable(integer),
})

/** The line of the log that says what went wrong. */
const headline = object({
  /** Id of the line in the log, and when it was written. */
  lineId: string,
  date: integer,
  /** Program that wrote it. */
  tool: string,
  sentence: string,
  file: nullable(string),
  line: nullable(integer),
  column: nullable(integer),
})

const failure = object({
  /** Step that failed; `platform` when it was not the application's fault. */
  kind: oneOf(
    'source',
    'recipe',
    'build',
    'start',
    'health-check',
    'switch',
    'probation',
    'interrupted',
    'platform',
    'cancelled',
  ),
  message: string,
  /** Observations and what to change. */
  advice: list(string),
  /** Null if the log of the step has no line that Berth understands. */
  headline: nullable(headline),
})

/** Null if the repository could not be read. */
const knownSummary = nullable(commitSummary)

/** How the commit stands to the one that was live when the deployment was requested. */
const comparison = {
  since: string,
  status: oneOf(...comparisonStatuses),
  /** Commits that it has and the other has not. */
  aheadBy: integer,
  /** Commits that are gone: after a forced push, or on the way back. */
  behindBy: integer,
  /** There may be more of both. */
  isPartial: boolean,
}
const commitComparison = object(comparison)

const comparisonWithCommits = object({
  ...comparison,
  /** The newest ones that it is ahead by. */
  newest: list(object({ commit: string, author: string, subject: string, url: nullable(string) })),
})

export const deploymentSummaries = list(
  object({
    ...deploymentEntries,
    commitSummary: knownSummary,
    /** Null for the first deployment, and where nothing is known. */
    comparison: nullable(commitComparison),
    failure: nullable(string),
    /** What the log says about the failure: file, line and sentence. */
    headline: nullable(string),
    /** Whether its release serves visitors. */
    isLive: boolean,
  }),
)

export const deploymentStory = object({
  ...deploymentEntries,
  commitSummary: knownSummary,
  /** Null for the first deployment, and where nothing is known. */
  comparison: nullable(comparisonWithCommits),
  isLive: boolean,
  /** Whether another attempt was made after a restart of the platform. */
  attempts: integer,
  steps: list(step),
  failure: nullable(failure),
  /**
   * Since the release that was live before; null without a release of its own, or when the caller may not see variables.
   */
  changes: nullable(releaseChanges),
})

/** Examples that can be deployed; the title is that of the type. */
export const exampleList = list(object({ name: string, type: string, title: string }))

/** An application made from an example, with its first deployment. */
export const exampleAnswer = object({
  id: string,
  deploymentId: string,
  application: applicationAnswer,
})
