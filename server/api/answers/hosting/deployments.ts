import { applicationAnswer } from '#api/answers/applications.ts'
import { deploymentAction, deploymentState } from '#api/answers/states.ts'
import { boolean, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
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
})

/** Null for a commit that was pushed to the platform. */
const knownSummary = nullable(commitSummary)

export const deploymentSummaries = list(
  object({
    ...deploymentEntries,
    commitSummary: knownSummary,
    failure: nullable(string),
    /** Whether its release serves visitors. */
    isLive: boolean,
  }),
)

export const deploymentStory = object({
  ...deploymentEntries,
  commitSummary: knownSummary,
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
