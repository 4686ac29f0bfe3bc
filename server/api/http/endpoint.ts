import type { ConsoleFiles } from '#api/pages/console/console-files.ts'
import type { DocsFiles } from '#api/pages/docs/docs-files.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import type { Schema } from '#kit/schema.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Permission, PersonalPermission } from '#platform/model/identity/access/permissions.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Platform } from '#platform/platform.ts'
import type { Query } from './query.ts'
import type { Signature } from './request-context.ts'

/** Kind of thing that a permission is checked at, which the path of an endpoint names. */
export type OwnedKind = 'owner' | 'application' | 'addon' | 'resource' | 'provider'

/**
 * Who may call an endpoint. There is no default: an endpoint that does not say does not compile.
 *
 *   anyone                        no authentication; wrong credentials are ignored
 *   visitor                       authentication is optional; wrong credentials are ignored
 *   user                          any authenticated caller
 *   { on: 'user', may }           … whose program has the permission on the user's own account
 *   { on: 'owner', may }          a caller with the permission at the owner in the path (`:ownerId`)
 *   { on: 'application', may }    … at the owner of the application in the path (`:applicationId`)
 *   { on: 'addon', may }          … at the owner of the add-on in the path (`:addonId`, by either of its ids)
 *   { on: 'resource', may }       … of the application or add-on in the path (`:resourceId`), whichever it names
 *   { on: 'provider', may }       … at the owner in the path, which must own the provider (`:providerId`)
 *   operator                      an operator of this platform
 *   provider                      a provider's service, with the id and the password of its manifest
 */
export type Access =
  | 'anyone'
  | 'visitor'
  | 'user'
  | 'operator'
  | 'provider'
  | { on: 'user'; may: PersonalPermission }
  | { [Kind in OwnedKind]: { on: Kind; may: Permission } }[OwnedKind]

/** An access as one word, for the reference: `owner:see`. */
export const accessName = (access: Access): string =>
  typeof access === 'string' ? access : `${access.on}:${access.may}`

/** Public addresses and names of this installation, used in responses. */
export interface Addresses {
  api: string
  bridge: string
  console: string
  /** Host and port of the git listener. */
  git: string
  /** `http://localhost:4080` and `https://localhost:4443`, for the parent domain of applications. */
  visitors: { http: string; https: string }
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? WithoutSuffix<Name> | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? WithoutSuffix<Name>
    : never

type WithoutSuffix<Name extends string> = Name extends `${infer Bare}.${string}` ? Bare : Name

/** Input of an endpoint: authenticated, permitted and validated. */
export interface Call<
  Path extends string = string,
  A extends Access = Access,
  Body = unknown,
  Q extends string = string,
> {
  platform: Platform
  addresses: Addresses
  params: Readonly<Record<ParameterNames<Path>, string>>
  /** Contains declared parameters only. */
  query: Query<Q>
  /** Its body has been read already, as `body`. */
  request: Request
  /** The command-line tool as an npm package. */
  cliPackage(): Promise<Buffer>
  /** The built console. */
  consoleFiles: ConsoleFiles
  /** The built documentation. */
  docsFiles: DocsFiles
  /** Signs cookies and form values kept by browsers. */
  signer: Signer
  /** Logs bugs. */
  log(line: string): void
  /** The OAuth 1 signature of the request, for endpoints that verify it themselves; throws when malformed. */
  signature(form?: URLSearchParams): Signature
  /** Client address. */
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
  /** The application or add-on of the call. */
  resource: A extends { on: 'application' }
    ? Application
    : A extends { on: 'addon' }
      ? Addon
      : A extends { on: 'resource' }
        ? Application | Addon
        : undefined
  provider: A extends { on: 'provider' } | 'provider' ? Provider : undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Calls of a known caller that change something are audited and need an action; those that reveal a secret may have
 * one. A query that is too long for a path changes nothing and is marked `isQuestion`.
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
  /** A path that begins with `/v2/organisations/:ownerId/` is served under `/v2/self/` as well. */
  path: Path
  access: A
  /** Workload whose server answers, where `access` does not name it: the application in the path, or the add-on providers. */
  workload?: 'application' | 'built-in providers'
  /** One sentence for the reference. */
  summary: string
  action?: Action | undefined
  /** What its audit entry names beside the path; short, and no secret. */
  audited?(body: Body): string
  /** Changes nothing, despite its method. */
  isQuestion?: boolean
  /** A page for browsers: forms and cookies instead of signatures. */
  isPage?: boolean
  /** For our own pages only: no other origin may read its answer, and the bridge does not have it. */
  isSameOrigin?: boolean
  /** The same public bytes for all clients: cacheable by ETag, and compressed. */
  isStatic?: boolean
  /** Query parameters by name. */
  query?: Readonly<Record<Q, Schema>>
  /** Schema of the JSON body; without it no body is read. */
  body?: Schema<Body>
  /** Schema of the JSON of a 200, for the reference; `handle` is typed by it. */
  answer?: Schema<Answer>
  /** Content type of an answer that is not JSON; `nothing` for a 204. */
  produces?: string
  /** Content type that a client gets instead of the JSON when it asks for it with `Accept`. */
  alternative?: string
  /** Status of success, where clients expect another one than 200 (204 for `nothing`); `handle` answers with it. */
  status?: 201 | 202
  /** Maximum size of the body; default 64 KiB. Unauthenticated clients never get more. */
  maxBytes?: number
  /** Every that many bytes of the body count as a further call against the rate limit; default 64 KiB. */
  bytesPerCall?: number
  /** Maximum number of values in a JSON body; default 10,000. */
  maxValues?: number
  /** Number of calls that it counts as against the rate limit; default 1. */
  cost?: number
  /** A `Response`, or a value to send as the JSON of a 200. */
  handle(call: Call<Path, A, Body, Q>): Promise<Response | Answer>
}

/** Whether a client asks for the `alternative` of an endpoint, of this content type. */
export const asksFor = ({ headers }: Request, type: string): boolean =>
  headers.get('accept')?.startsWith(type) ?? false

/** Identity function, for type inference. */
export function endpoint<
  const Path extends string,
  const A extends Access,
  const M extends Method,
  Body = undefined,
  const Q extends string = never,
  Answer = unknown,
>(definition: Endpoint<Path, A, Body, M, Q, Answer> & Audited<M, A>): Endpoint {
  // The types of path, access, body and query matter to `handle` only and are erased in lists of endpoints.
  return definition as unknown as Endpoint
}
