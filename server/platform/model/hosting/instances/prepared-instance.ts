import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** The id of an instance that is set up while its artifact is built; disposal frees what nobody has taken. */
export interface PreparedInstance extends AsyncDisposable {
  /** The id for the start of the instance, once: whoever starts it stops it. */
  take(): InstanceId | undefined
}

/** Instances that are prepared while a push is received, before there is a deployment. */
export interface ExpectedInstances {
  begin(): void
  /** Prepares one for an application that somebody has begun to push to, unless there is one or no place. */
  expect(applicationId: ApplicationId): void
  /** The one that was prepared, or one that is prepared from now on. */
  take(application: Application): Promise<PreparedInstance>
  /** Frees what nobody has taken. */
  close(): Promise<void>
}
