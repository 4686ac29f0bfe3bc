import type { Endpoints, Manifest } from '#protocol/manifest/manifest.ts'
import type { ProvisionRequest } from '#protocol/provision-request.ts'
import type { ProvisionResult } from '#protocol/provisioned.ts'
import type { SsoFields, TimestampUnit } from '#protocol/sso/sso.ts'
import type { Call, Reply } from './call.ts'
import type { CallbackServer } from './callback-server.ts'

/** What a run is about. */
export interface Subject {
  manifest: Manifest
  endpoints: Endpoints
  isProduction: boolean
  /** Slugs of plans that exist: the first is ordered, the second changed to. */
  plans: readonly string[]
  /** How long the platform waits for an answer; milliseconds. */
  patience: number
  timestampUnit: TimestampUnit
}

/** An order and what came of it. */
export interface OrderResult {
  addonId: string
  body: ProvisionRequest
  reply: Reply
  /** The answer as the platform reads it, unless it cannot. */
  made: ProvisionResult | undefined
}

/** An order that succeeded. */
export type Success = OrderResult & { made: ProvisionResult }

/** The platform as the checks play it. */
export interface Stage extends Subject {
  vendor: CallbackServer
  /** Any call; with the provider's own credentials unless headers say otherwise. */
  call(call: Call): Promise<Reply>
  /** A call without credentials of ours. */
  callBare(call: Call): Promise<Reply>
  /** Orders something new; fields given replace those of a good order. */
  order(more?: Record<string, unknown>): Promise<OrderResult>
  /** Orders something new, and skips the check when that does not succeed: other checks tell why. */
  success(more?: Record<string, unknown>): Promise<Success>
  /** One order that succeeded, the same for all checks. */
  sample(): Promise<Success>
  /** The values of an order, from its answer or from the call that completed it. */
  configOf(ordered: Success): Promise<Record<string, string>>
  remove(id: string): Promise<Reply>
  /** The signed fields for a resource; fields given are signed, too. */
  form(id: string, more?: Partial<SsoFields>): SsoFields
  /** Posts a form of single sign-on. */
  enter(fields: Iterable<readonly [string, string]> | object): Promise<Reply>
  /** The page behind an entry, fetched with its cookies or with others. */
  visit(entered: Reply, cookies?: readonly string[]): Promise<Reply>
}
