import type { Worker } from '#kit/concurrency/worker.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Run, RunId, RunRecord } from './run.ts'

/** What a member wants to run. */
export interface RunRequest {
  caller: Caller
  /** Client address. */
  from: string
  /** One word is a line for the shell; several are a program with its arguments. */
  command: readonly string[]
  /** Size of its instance; that of the application when absent. */
  flavor?: string | undefined
  /** Milliseconds. */
  timeout?: number | undefined
  isDetached: boolean
}

/** A client that takes over input and outputs of a run. */
export interface RunAttachment extends Pick<SessionRequest, 'terminal' | 'signal'> {
  caller: Caller
  /** Shows the client a sentence, such as why its run ends; `isLast` when it now does. */
  say(sentence: string, isLast?: boolean): void
}

/** Why a run ends before its command does. */
export interface RunStop {
  state: 'stopped' | 'timed-out' | 'interrupted'
  reason: string
}

/** One-off commands of members, in instances of their own, of the applications of this server. */
export interface Runs extends Worker {
  /** Records a run and begins it; one that is not detached waits for its client. Throws a `Refusal`. */
  start(application: Application, request: RunRequest): Promise<RunRecord>
  /**
   * Begins the command of a run that waits for its client, which is the member who has started it. Once the signal is
   * aborted the run is ended. Throws a `Refusal`.
   */
  attach(id: RunId, attachment: RunAttachment): Promise<InstanceSession>
  /** What one that runs here has printed so far. */
  outputOf(id: RunId): Pick<Run, 'output' | 'outputEnd'> | undefined
  /** SIGTERM, then SIGKILL after the grace period; resolves once it has ended. `false` when it does not run here. */
  stop(id: RunId, stop: RunStop): Promise<boolean>
  /** Ends all runs of an application, or of this server. */
  stopAll(applicationId: ApplicationId | undefined, stop: RunStop): Promise<void>
}
