import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Manifest } from '#protocol/manifest.ts'
import type { Ledger } from './ledger.ts'
import type { Resource } from './resource.ts'

/** What there is to tell about a resource that was made or has another plan. */
export interface Made {
  /** A text for each variable of the manifest. */
  config: Record<string, string>
  /** Shown to the customer. */
  message?: string
}

/** Somebody who came through single sign-on, and the resource they look at. */
export interface Visit {
  resource: Resource
  userId: string
  email: string
}

/** A partner's service: what is special about it. Everything else is the kit's. */
export interface PartnerDefinition {
  manifest: Manifest
  /** The slugs of its plans; orders for others are declined. Absent: `provision` judges. */
  plans?: readonly string[]
  /**
   * Makes the resource; `resource.id` is fresh and yours. Called again with the same id when an earlier call failed or the
   * process ended in between, so what exists already must not exist twice.
   */
  provision(resource: Resource): Promise<Made> | Made
  /** Takes the resource away; called again until it has succeeded once. */
  deprovision(resource: Resource): Promise<void> | void
  /** Gives it another plan; absent: plans cannot be changed. */
  changePlan?(resource: Resource, plan: string): Promise<Made> | Made
  /** Holds it back because its owner does not pay, keeping everything; absent: answered with 501. */
  suspend?(resource: Resource): Promise<void> | void
  /** The end of a suspension. */
  resume?(resource: Resource): Promise<void> | void
  /** The page that opens through single sign-on, as HTML. */
  panel?(visit: Visit): Promise<string> | string
  /** Answers orders with 202 at once and completes them by a call to the platform; for what takes more than seconds. */
  answersLater?: boolean
  /** Where resources are remembered; in memory when absent. */
  ledger?: Ledger
  /** Requests that are no call of the platform; absent: 404. */
  others?(request: IncomingMessage, response: ServerResponse): void
  /** Told about whatever went wrong on our side; standard error when absent. */
  onProblem?(problem: unknown): void
}

/** A definition with its defaults. */
export type Partner = PartnerDefinition & Required<Pick<PartnerDefinition, 'ledger' | 'onProblem'>>
