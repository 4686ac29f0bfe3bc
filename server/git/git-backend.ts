import type { RepositoryRequest } from '#platform/model/hosting/deployments/repositories.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'

/** An accepted push that is about to be deployed. */
export interface Push {
  applicationId: ApplicationId
  commit: string
  branch: string
  caller: Caller
  /** Client address. */
  from: string
}

/** Information for the pusher about the new deployment. */
export interface PushReceipt {
  deploymentId: DeploymentId
  /** Number of the deployment within the application. */
  number: number
  applicationName: string
  /** URL of the new version; absent when the application has no domain. */
  url?: string
}

/** Interface of the git listener to the platform. `openSession` and `receive` may throw a `Refusal`. */
export interface GitBackend {
  /** The user of a public key in SSH wire format, if any. */
  callerBySshKey(publicKey: Buffer): Promise<Caller | undefined>
  /** The user of an access token and its secret, or of an API token as the password with any name, if valid. */
  callerByPassword(user: string, password: string): Promise<Caller | undefined>
  /** Counts wrong credentials from an address as the API does; throws a `Refusal` when there are too many. */
  countWrongCredentials(from: string): void
  /**
   * Checks whether the caller may read from or push to this repository, and returns the branch that deploys. An
   * application that the caller may not see is refused as `missing`, like one that does not exist.
   */
  openSession(request: RepositoryRequest): Promise<{ branch: string }>
  /** A push has begun, and will be deployed unless it is rejected. */
  expectPush(applicationId: ApplicationId): void
  /** Creates the durable deployment of an accepted push. */
  receive(push: Push): Promise<PushReceipt>
}
