import {
  type Deployment,
  type DeploymentState,
  type DeploymentStep,
  isEnded,
  isScaling,
} from '#platform/model/hosting/deployments/deployment.ts'

const stepNames = [
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
] as const
/** A step as people see it: `run` is that of a task, `stop` that of an application. */
export type StepName = (typeof stepNames)[number]

const stepStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

export interface TimedStep {
  name: StepName
  state: StepState
  begunAt: number | null
  endedAt: number | null
}

export interface StepFacts {
  deployment: Deployment
  /** Times at which it entered its states. */
  entered: readonly DeploymentStep[]
  /** Whether its release runs once instead of serving visitors. */
  isTask: boolean
  /** Whether the worker still has it: after the switch it drains the old version. */
  isAtWork: boolean
}

type Begins = Partial<Record<StepName, number>>

/** The steps of a deployment with their times; of one that ran several times, because of crashes, those of the last run. */
export function stepsOf(facts: StepFacts): TimedStep[] {
  const { deployment } = facts
  const begins = beginsOf(facts)
  const names = namesOf(facts)
  const last = names.findLastIndex((name) => begins[name] !== undefined)
  return names.map((name, index) => {
    const begunAt = begins[name] ?? null
    if (begunAt === null) {
      const isOver = isEnded(deployment) || index < last
      return { name, state: isOver ? 'skipped' : 'waiting', begunAt, endedAt: null }
    }
    if (index === last) return { name, begunAt, ...endOfLast(deployment, name) }
    const next = names.slice(index + 1).find((other) => begins[other] !== undefined)
    return { name, state: 'done', begunAt, endedAt: (next && begins[next]) ?? null }
  })
}

function endOfLast(
  { state, changedAt, drainedAt }: Deployment,
  name: StepName,
): Pick<TimedStep, 'state' | 'endedAt'> {
  if (name === 'drain') {
    const endedAt = drainedAt ?? null
    return { state: endedAt === null ? 'running' : 'done', endedAt }
  }
  if (!isEnded({ state })) return { state: 'running', endedAt: null }
  const isBad = state === 'failed' || state === 'cancelled'
  return { state: isBad ? state : 'done', endedAt: changedAt }
}

function namesOf({ deployment, entered, isTask }: StepFacts): StepName[] {
  if (deployment.action === 'stop') return ['stop']
  const has = (state: DeploymentState) => entered.some((step) => step.state === state)
  // The restart of an instance that stopped answering is on record without a queue.
  if (!has('queued')) return ['start']
  if (isScaling(deployment) && !has('building')) return ['queue', 'start', 'health-check', 'switch']
  if (isTask) return ['queue', 'recipe', 'build', 'start', 'run']
  const serving = ['start', 'health-check', 'switch', 'probation', 'drain'] as const
  return ['queue', 'recipe', 'build', ...serving]
}

function beginsOf({ deployment, entered, isTask, isAtWork }: StepFacts): Begins {
  const { action, state, createdAt, changedAt, plannedAt, drainedAt } = deployment
  if (action === 'stop') return { stop: createdAt }
  const run = lastRun(entered)
  const at = (wanted: DeploymentState) => run.find((step) => step.state === wanted)?.date
  const building = at('building')
  const checking = at('checking')
  const isDrained = drainedAt != null && drainedAt >= changedAt
  return defined({
    queue: createdAt,
    ...buildingTimes(deployment, building, plannedAt, at('starting') !== undefined),
    start: at('starting'),
    [isTask ? 'run' : 'health-check']: checking,
    switch: at('switching'),
    probation: at('probation'),
    drain: state === 'live' && (isDrained || isAtWork) ? changedAt : undefined,
  })
}

/** The recipe is decided, then the artifact is built. Deployments of earlier versions do not tell these apart. */
function buildingTimes(
  { failureStep, state }: Deployment,
  building: number | undefined,
  plannedAt: number | null | undefined,
  isStarted: boolean,
): { recipe?: number | undefined; build?: number | undefined } {
  if (building === undefined) return {}
  if (plannedAt != null && plannedAt >= building) return { recipe: building, build: plannedAt }
  const isOld = isStarted || (isEnded({ state }) && failureStep == null && state === 'failed')
  return isOld ? { build: building } : { recipe: building }
}

/** Entries since the worker has begun it for the last time. */
function lastRun(entered: readonly DeploymentStep[]): readonly DeploymentStep[] {
  const ordered = entered.toSorted((one, other) => one.date - other.date)
  const build = ordered.findLastIndex(({ state }) => state === 'building')
  if (build >= 0) return ordered.slice(build)
  const start = ordered.findLastIndex(({ state }) => state === 'starting')
  return start >= 0 ? ordered.slice(start) : []
}

const defined = (begins: Readonly<Record<string, number | undefined>>): Begins =>
  Object.fromEntries(Object.entries(begins).filter(([, at]) => at !== undefined))
