import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

import type { InstanceSession, SessionRequest } from './instance-session.ts'

/** What a member asks for in a running instance. */
export interface ShellRequest extends SessionRequest {
  caller: Caller
  /** Client address. */
  from: string
  /** Id of an application, whose newest instance is meant, or of an instance. */
  target: string
  /** What the audit log says of it: a command, or `shell`. */
  title: string
  /** Shows the client a sentence, such as why its session ends; `isLast` when it now does. */
  say(sentence: string, isLast?: boolean): void
}

/** Shells, commands, file transfers and forwarded ports of members in the running instances of this server. */
export interface Shells {
  /**
   * Opens a session for a caller who may deploy the application. It ends when its signal is aborted, and soon after the
   * caller could not open it any more. Throws a `Refusal`.
   */
  open(request: ShellRequest): Promise<InstanceSession>
  /** Says in the sessions of these instances that they are stopping, waits for their end up to the timeout, then ends them. */
  drain(applicationId: ApplicationId, ids: readonly InstanceId[], timeout: number): Promise<void>
  /** Ends all sessions with a sentence, and lets no more begin. */
  close(sentence: string): Promise<void>
}
