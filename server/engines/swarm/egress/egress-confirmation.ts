import type { FailureStep } from '#platform/model/hosting/deployments/failure.ts'

/** Nodes and whether their egress rules are in force: nothing of a tenant runs where they are not. */
export interface EgressConfirmation {
  /** Waits until some node has the rules; resolves to the ids of those that do not, which take no instance. */
  unconfirmedNodes(signal: AbortSignal): Promise<string[]>
  /** Waits until this node has the rules; throws a `Failure` when it gets none. */
  confirm(nodeId: string, step: FailureStep, signal: AbortSignal): Promise<void>
  /** Keeps the rules in step with the nodes of the swarm. */
  refresh(): Promise<void>
}
