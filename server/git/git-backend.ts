import type { Caller } from '#platform/access/caller.ts'
import type { ApplicationId, DeploymentId } from '#platform/ids.ts'

/** A push that the repository has accepted and that is about to be deployed. */
export interface Push {
  applicationId: ApplicationId
  commit: string
  branch: string
  caller: Caller
  /** The address that it came from. */
  from: string
}

/** Somebody who wants something with an application's repository. */
export interface AccessRequest {
  caller: Caller
  applicationId: ApplicationId
  intent: 'read' | 'push'
  /** The address that they came from. */
  from: string
}

/** What the pusher is told about the deployment that their push began. */
export interface PushReceipt {
  deploymentId: DeploymentId
  /** The application's n-th deployment. */
  number: number
  applicationName: string
  /** Where the new version will be found. */
  url: string
}

/** What the git listener asks of the platform. Every `openSession` and `receive` may throw a `Refusal`. */
export interface GitBackend {
  /** The user who owns this public key (the SSH wire form), if any. */
  callerBySshKey(publicKey: Buffer): Promise<Caller | undefined>
  /** The user of an access token and its secret, if both are right. */
  callerByAccessToken(token: string, secret: string): Promise<Caller | undefined>
  /**
   * Whether the caller may read from or push to this application's repository, and which branch deploys.
   * An application that the caller may not see is refused as `missing`, exactly as one that does not exist.
   */
  openSession(wish: AccessRequest): Promise<{ branch: string }>
  /** Makes the durable deployment of an accepted push. */
  receive(push: Push): Promise<PushReceipt>
}
