import type { Endpoints, Manifest } from '#protocol/manifest/manifest.ts'
import type { ProvisionRequest } from '#protocol/provision-request.ts'
import type { ProvisionResult } from '#protocol/provisioned.ts'
import type { SsoFields, TimestampUnit } from '#protocol/sso/sso.ts'
import type { Call, Reply } from './call.ts'
import type { CallbackServer } from './callback-server.ts'

/** Subject of a run. */
export interface Subject {
  manifest: Manifest
  endpoints: Endpoints
  isProduction: boolean
  /** Slugs of existing plans: the first is ordered, the second is the target of a plan change. */
  plans: readonly string[]
  /** Response timeout of the platform, in milliseconds. */
  timeout: number
  timestampUnit: TimestampUnit
}

/** An order and its result. */
export interface OrderResult {
  addonId: string
  body: ProvisionRequest
  reply: Reply
  /** The answer as parsed by the platform; `undefined` if it is invalid. */
  made: ProvisionResult | undefined
}

/** An order that succeeded. */
export type Success = OrderResult & { made: ProvisionResult }

/** The platform as simulated for the checks. */
export interface Stage extends Subject {
  callbacks: CallbackServer
  /** Sends a request, with the provider's credentials unless the headers override them. */
  call(call: Call): Promise<Reply>
  /** Sends a request without credentials. */
  callBare(call: Call): Promise<Reply>
  /** Places a new order; given fields override those of a valid order. */
  order(more?: Record<string, unknown>): Promise<OrderResult>
  /** Places a new order and skips the check if it fails, because other checks report that. */
  success(more?: Record<string, unknown>): Promise<Success>
  /** One successful order, shared by all checks. */
  sample(): Promise<Success>
  /** Config values of an order, from its response or from the callback that completed it. */
  configOf(ordered: Success): Promise<Record<string, string>>
  remove(id: string): Promise<Reply>
  /** Signed single sign-on fields of a resource; given fields are included in the signature. */
  form(id: string, more?: Partial<SsoFields>): SsoFields
  /** Submits a single sign-on form. */
  enter(fields: Iterable<readonly [string, string]> | object): Promise<Reply>
  /** Fetches the page behind an accepted form, with its cookies or with others. */
  visit(entered: Reply, cookies?: readonly string[]): Promise<Reply>
}
