import type { Signer } from '#kit/crypto/signer.ts'
import type { Schema } from '#kit/schema.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { Permission, PersonalPermission } from '#platform/access/permissions.ts'
import type { Addon } from '#platform/addons/addon.ts'
import type { Application } from '#platform/applications/application.ts'
import type { OwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from '#platform/providers/provider.ts'
import type { Query } from './query.ts'
import type { Signature } from './request-context.ts'

/** What a permission is asked for at, and so what the path of an endpoint names. */
export type OwnedKind = 'owner' | 'application' | 'addon' | 'provider'

/**
 * Who may call an endpoint. There is no default: an endpoint that does not say does not compile.
 *
 *   anyone                        no credentials are asked for, and wrong ones are ignored
 *   visitor                       the same, but right credentials say who is calling
 *   user                          whoever is authenticated
 *   { on: 'user', may }           whoever is, with a program that may do this with the user's own account
 *   { on: 'owner', may }          whoever has the permission at the owner in the path (`:ownerId`)
 *   { on: 'application', may }    … at the owner of the application in the path (`:applicationId`)
 *   { on: 'addon', may }          … at the owner of the add-on in the path (`:addonId`, by either of its ids)
 *   { on: 'provider', may }       … at the owner in the path, of whom the provider in it is (`:providerId`)
 *   operator                      whoever runs this platform
 *   provider                      the service behind a provider, with the id and the password of its manifest
 */
export type Access =
  | 'anyone'
  | 'visitor'
  | 'user'
  | 'operator'
  | 'provider'
  | { on: 'user'; may: PersonalPermission }
  | { [Kind in OwnedKind]: { on: Kind; may: Permission } }[OwnedKind]

/** An access in one word, for the reference: `owner:see`. */
export const accessName = (access: Access): string =>
  typeof access === 'string' ? access : `${access.on}:${access.may}`

/** Addresses and words of this installation that answers carry. */
export interface Addresses {
  api: string
  bridge: string
  console: string
  /** Host and port of the git listener. */
  git: string
  /** `http://localhost:4080` and `https://localhost:4443`, for the domain that applications have names under. */
  visitors: { http: string; https: string }
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What an endpoint is handed: everything is authenticated, permitted and of the right shape. */
export interface Call<
  Path extends string = string,
  A extends Access = Access,
  Body = unknown,
  Q extends string = string,
> {
  platform: Platform
  addresses: Addresses
  params: Readonly<Record<ParameterNames<Path>, string>>
  /** Only what the endpoint declares can be read from it. */
  query: Query<Q>
  /** Its body is read already, as `body`. */
  request: Request
  /** The command-line tool as a package of npm. */
  cliPackage(): Promise<Buffer>
  /** Signs what browsers keep for us. */
  signer: Signer
  /** Told of bugs. */
  log(line: string): void
  /** How the request was signed with OAuth 1, for those who verify it themselves; throws when it is malformed. */
  signature(form?: URLSearchParams): Signature
  /** The address that the request came from. */
  from: string
  body: Body
  caller: A extends 'anyone' | 'provider'
    ? undefined
    : A extends 'visitor'
      ? Caller | undefined
      : Caller
  ownerId: A extends { on: 'owner' } ? OwnerId : undefined
  application: A extends { on: 'application' } ? Application : undefined
  addon: A extends { on: 'addon' } ? Addon : undefined
  provider: A extends { on: 'provider' } | 'provider' ? Provider : undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a call does, as the audit keeps it: a thing and a verb. */
export type Action = `${string}.${string}`

/**
 * Whatever changes something for a known caller is audited, so it says what it does; so may what shows a secret.
 * A question that is too long for a path changes nothing, and says so.
 */
export type Audited<M extends Method, A extends Access> = A extends
  | 'anyone'
  | 'visitor'
  | 'provider'
  ? { action?: undefined }
  : M extends 'GET'
    ? { action?: Action }
    : { action: Action } | { isQuestion: true; action?: undefined }

export interface Endpoint<
  Path extends string = string,
  A extends Access = Access,
  Body = unknown,
  M extends Method = Method,
  Q extends string = string,
  Answer = unknown,
> {
  method: M
  /** Every path that begins with `/v2/organisations/:ownerId/` is served under `/v2/self/` as well. */
  path: Path
  access: A
  /** One sentence for the reference. */
  summary: string
  action?: Action | undefined
  /** Changes nothing, though its method says it might. */
  isQuestion?: boolean
  /** A page for browsers: forms and cookies instead of signed requests. */
  isPage?: boolean
  /** The same public bytes for everyone: browsers ask whether theirs are still right, and text is sent compressed. */
  isStatic?: boolean
  /** The parameters of the query, by name. */
  query?: Readonly<Record<Q, Schema>>
  /** The shape of the JSON body; without it no body is read. */
  body?: Schema<Body>
  /** The shape of the JSON of a 200, for the reference; the type of `handle` follows it. */
  answer?: Schema<Answer>
  /** Of the body; 64 KiB when it is not said. Strangers are never let send more. */
  maxBytes?: number
  /** Values of all objects and lists of a JSON body together; 10,000 when it is not said. */
  maxValues?: number
  /** How many calls it counts as against the limit of its credential or address; 1 when it is not said. */
  cost?: number
  /** The answer: a `Response`, or anything else as the JSON of a 200. */
  handle(call: Call<Path, A, Body, Q>): Promise<Response | Answer>
}

/** The identity function; its type does the work. */
export function endpoint<
  const Path extends string,
  const A extends Access,
  const M extends Method,
  Body = undefined,
  const Q extends string = never,
  Answer = unknown,
>(definition: Endpoint<Path, A, Body, M, Q, Answer> & Audited<M, A>): Endpoint {
  // What its types say of path, access, body and query holds for `handle` alone; a list of endpoints forgets it.
  return definition as unknown as Endpoint
}
