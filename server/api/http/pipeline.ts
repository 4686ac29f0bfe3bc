import { hasV4Errors } from '#api/answers/errors.ts'
import { withProviderLog } from '#api/audit/log-provider-call.ts'
import { auditForbidden, withAudit } from '#api/audit/with-audit.ts'
import { countCall, type Identity, identify } from '#api/auth/authenticate.ts'
import { nothing, permit, type Subject } from '#api/auth/permit.ts'
import { sessionCookie } from '#api/auth/session.ts'
import { queryTooLong } from '#api/limits/form-parameters.ts'
import { consoleDocument } from '#api/pages/console/console-document.ts'
import { cookieValues } from '#api/pages/cookies.ts'
import type { Schema } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { corsHeaders, preflight } from './cors.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { type ErrorShape, errorResponse, WrongMethodError } from './error-response.ts'
import type { Listener } from './listener.ts'
import { defaultMaxBytes, isForm, parseBody, parseForm, readBytes } from './read-body.ts'
import {
  answerExposed,
  type Connection,
  isExposed,
  type RequestContext,
  readContext,
  signatureOf,
} from './request-context.ts'
import { json, PublicResponse, publicHeaders } from './response.ts'
import type { Route } from './routes.ts'

/** A request with its matched route. */
export interface RoutedRequest {
  request: Request
  connection: Connection
  /** Absent when no path matches. */
  route: Route | undefined
  params: Record<string, string> | undefined
}

/** Dispatches a request to its endpoint; errors become responses. */
export async function answer(listener: Listener, routed: RoutedRequest): Promise<Response> {
  const { request, connection, route, params = {} } = routed
  const { addresses, name, trustedProxies } = listener
  const origin = addresses()[name]
  const context = readContext(request, connection, { origin, trustedProxies })
  const begin = performance.now()
  let response: Response
  try {
    response = await answerRouted(listener, context, { origin, route, params })
  } catch (error) {
    response =
      (await missingPage(listener, context, { route, error })) ??
      withoutCache(errorResponse(error, shapeFor(context), listener.log))
  }
  listener.platform.counters.noteCall(context.method, response.status, performance.now() - begin)
  if (!(response instanceof PublicResponse)) setHeaders(response, publicHeaders)
  return route?.isSameOrigin ? sameOriginOnly(response) : response
}

/**
 * The console, which says within its own frame that nothing is at an address: for browsers that have logged in. Paths of the
 * API keep the page of errors.
 */
async function missingPage(
  { name, consoleFiles }: Listener,
  context: RequestContext,
  { route, error }: { route: Route | undefined; error: unknown },
): Promise<Response | undefined> {
  const { path, request } = context
  const isMissing = error instanceof Refusal && error.kind === 'missing'
  if (!isMissing || name !== 'api' || shapeFor(context) !== 'page') return undefined
  const isPlace = route ? path.startsWith('/goto/') : !/^\/v\d/.test(path)
  if (!isPlace || cookieValues(request, sessionCookie).length === 0) return undefined
  const page = await consoleDocument(consoleFiles, request, 404)
  return page && sameOriginOnly(page)
}

/** No other origin reads the response or embeds it, not even as a picture or a script. */
function sameOriginOnly(response: Response): Response {
  for (const header of Object.keys(corsHeaders)) response.headers.delete(header)
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  return response
}

function setHeaders({ headers }: Response, added: Readonly<Record<string, string>>): void {
  for (const [header, value] of Object.entries(added)) headers.set(header, value)
}

function answerRouted(
  listener: Listener,
  context: RequestContext,
  found: { origin: string; route: Route | undefined; params: Record<string, string> },
): Response | Promise<Response> {
  const { connection, method, path } = context
  const { origin, route, params } = found
  if (method === 'OPTIONS' && route && !route.isSameOrigin) return preflight(route.endpoints.keys())
  const isInClear = isExposed(connection, origin, listener.trustedProxies)
  if (isInClear && path !== '/health')
    return answerExposed(context, origin, route?.hasPage ?? false)
  if (context.isQueryTooLong) throw queryTooLong()
  const endpoint = match(route, context)
  // Credentials that anybody on the way may have read count for nothing.
  return run(listener, context, isInClear ? { ...endpoint, access: 'anyone' } : endpoint, params)
}

/** The endpoint for the method; a path whose parameters cannot be decoded is reported as missing. */
function match(route: Route | undefined, { method, path }: RequestContext): Endpoint {
  const endpoint = route?.endpoints.get(method) ?? headOf(route, method)
  if (route && !endpoint) throw new WrongMethodError(path, [...route.endpoints.keys()])
  if (endpoint && isDecodable(path)) return endpoint
  throw new Refusal('missing', `Not found: ${path}.`)
}

/** What a browser may load it may also ask about; the response is sent without its body. */
function headOf(route: Route | undefined, method: string): Endpoint | undefined {
  return method === 'HEAD' && route?.isSameOrigin ? route.endpoints.get('GET') : undefined
}

/** authenticate → rate limit → permit → read body → handle, inside the audit or the provider's call log. */
async function run(
  listener: Listener,
  context: RequestContext,
  endpoint: Endpoint,
  params: Record<string, string>,
): Promise<Response> {
  const { platform, addresses, signer, cliPackage, consoleFiles, docsFiles, log } = listener
  const { request, query, from } = context
  const identity = await identify(listener, context, endpoint)
  const { caller, provider } = identity
  if (caller || provider) context.connection.onAuthenticated?.()
  const attempt = { endpoint, params, from, caller }
  let subject: Subject = nothing
  try {
    if (caller) subject = await permit(platform, endpoint.access, params, caller)
  } catch (error) {
    await auditForbidden(platform, attempt, error)
    throw error
  }
  const call: Call = {
    platform,
    addresses: addresses(),
    params,
    query,
    request,
    from,
    signer,
    cliPackage,
    consoleFiles,
    docsFiles,
    log,
    signature: (sent) => signatureOf(context, sent),
    caller,
    ownerId: subject.ownerId,
    application: subject.application,
    addon: subject.addon,
    resource: subject.application ?? subject.addon,
    provider: provider ?? subject.provider,
    body: endpoint.body && (await readBody(listener, context, endpoint, endpoint.body, identity)),
  }
  const handle = () => endpoint.handle(call)
  const named = endpoint.audited?.(call.body)
  const result = await (provider
    ? withProviderLog(platform, { endpoint, params, provider, context, body: call.body }, handle)
    : endpoint.action
      ? withAudit(platform, { ...attempt, subject, named }, handle)
      : handle())
  const response = result instanceof Response ? result : json(result)
  return caller?.credential === 'session' ? withoutCache(response) : response
}

/** A browser must not show to its next user what it was given in this session, nor that something was missing or refused. */
function withoutCache(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

/**
 * Reads the body by the endpoint's schema. A large body counts as several calls, because processing it takes as long.
 */
async function readBody(
  { platform }: Listener,
  { request, from }: RequestContext,
  { maxBytes = defaultMaxBytes, bytesPerCall = defaultMaxBytes, maxValues }: Endpoint,
  schema: Schema,
  { caller, form }: Identity,
): Promise<unknown> {
  const bytes = form ?? (await readBytes(request, maxBytes))
  const cost = Math.floor(bytes.length / bytesPerCall)
  if (cost > 0) countCall(platform, { cost }, caller, from)
  return isForm(request) ? parseForm(bytes, schema, maxValues) : parseBody(bytes, schema, maxValues)
}

/** Browsers get an HTML page; requests with credentials get JSON. */
function shapeFor({ method, path, request }: RequestContext): ErrorShape {
  const { headers } = request
  const isBrowser =
    /\btext\/html\b/.test(headers.get('accept') ?? '') && !headers.has('authorization')
  if (isBrowser && (method === 'GET' || method === 'HEAD')) return 'page'
  return hasV4Errors(path) ? 'v4' : 'v2'
}

function isDecodable(path: string): boolean {
  try {
    return !path.includes('%') || decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
