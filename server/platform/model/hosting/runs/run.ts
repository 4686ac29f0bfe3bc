import type { Credential } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId, AuthorId, DeploymentId, InstanceId } from '#platform/model/ids.ts'

export type RunId = `run_${string}`

export const isRunId = (text: string): text is RunId => text.startsWith('run_')

/**
 *   starting ─► running ─► succeeded | failed | timed-out | stopped | interrupted
 *
 * `stopped` by a member, `interrupted` by the platform or because its client went away.
 */
export const runStates = [
  'starting',
  'running',
  'succeeded',
  'failed',
  'timed-out',
  'stopped',
  'interrupted',
] as const
export type RunState = (typeof runStates)[number]

/** A one-off command: an instance of a release that serves nobody and ends with its command. */
export interface Run {
  id: RunId
  applicationId: ApplicationId
  /** The release that it runs; deployments do not replace it. */
  deploymentId: DeploymentId
  /** Number of that release. */
  release: number
  commit: string
  /** As it is typed in a shell. */
  command: string
  flavor: string
  /** Nobody is attached to it: it has no input, and its output is kept. */
  isDetached: boolean
  /** Milliseconds after which it is ended. */
  timeout: number
  startedBy: AuthorId
  /** How its starter proved who they are, and their address, for the audit entry of its end. */
  credential: Credential
  credentialId: string
  from: string
  /** The server that runs it. */
  serverId: string
  state: RunState
  createdAt: number
  /** When its command began; `null` until then. */
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
  /** Why it did not succeed, in one sentence. */
  reason: string | null
  /** The end of the output of a detached one. */
  output: string
  /** Characters that it has printed altogether. */
  outputEnd: number
}

/** A run without its output. */
export type RunRecord = Omit<Run, 'output' | 'outputEnd'>

/** How a run has ended. */
export type RunEnd = Pick<Run, 'state' | 'endedAt' | 'exitCode' | 'reason' | 'output' | 'outputEnd'>

export const isRunEnded = ({ state }: Pick<Run, 'state'>): boolean =>
  state !== 'starting' && state !== 'running'

/** The run that an instance is of, if it is of one. */
export const runIdOf = (instanceId: InstanceId): RunId => `run_${instanceId}`

/** The engine's name for the instance of a run. */
export const instanceIdOfRun = (id: RunId): InstanceId => id.slice('run_'.length) as InstanceId
