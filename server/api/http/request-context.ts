import { type BlockList, isIP } from 'node:net'
import { gatherOAuth, type OAuthParameterSource } from '#api/auth/oauth-parameters.ts'
import { hasTooManyParameters } from '#api/limits/form-parameters.ts'
import { clientAddress, isTrusted } from '#kit/net/client-address.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import {
  parameterOf,
  type SignedRequest,
  signatureMethods,
} from '#platform/identity/access/oauth1/signature.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { redirect } from './response.ts'

/** Connection data that a web-standard `Request` does not have. */
export interface Connection {
  /** Path and query as sent: signatures cover these bytes, and `Request.url` is normalised. */
  target: string
  /** Remote address of the connection. */
  peer: string
  /** Client address, behind trusted proxies if any, where the listener has found it out already. */
  source?: string
  isTls: boolean
  /** Opens the body of a GET, which a web-standard `Request` cannot have: OAuth 1 parameters may be in it. */
  openBody?(): ReadableStream<Uint8Array>
  /** Called once the caller is known. */
  onAuthenticated?(): void
}

/** Connection of a `Request` without a socket, as in tests: from loopback, to the host of its URL. */
export function localConnection({ url }: Request): Connection {
  const { pathname, search, protocol } = new URL(url)
  return { target: pathname + search, peer: '127.0.0.1', isTls: protocol === 'https:' }
}

/** Data read from a request before authentication. */
export interface RequestContext {
  request: Request
  connection: Connection
  method: string
  /** As sent by the client. */
  path: string
  /** Empty when there are too many parameters. */
  query: URLSearchParams
  isQueryTooLong: boolean
  authorization: string | undefined
  /** Client address, behind trusted proxies if any. */
  from: string
  /** Origins that the client may have signed. */
  origins: readonly string[]
}

export function readContext(
  request: Request,
  connection: Connection,
  { origin, trustedProxies }: { origin: string; trustedProxies: BlockList },
): RequestContext {
  const { method, headers } = request
  const search = searchOf(connection.target)
  const isQueryTooLong = search !== '' && hasTooManyParameters(search)
  const query = search === '' || isQueryTooLong ? noQuery : new URLSearchParams(search)
  return {
    request,
    connection,
    method,
    path: pathOf(connection.target),
    query,
    isQueryTooLong,
    authorization: authorizationOf(request, query),
    from: connection.source ?? sourceOf(connection, headers, trustedProxies),
    origins: originsOf(connection, headers, origin),
  }
}

const sourceOf = ({ peer }: Connection, headers: Headers, trusted: BlockList) =>
  clientAddress(peer, headers.get('x-forwarded-for') ?? undefined, trusted)

/** Shared by the many requests without a query, because it costs as much as reading the rest. Nobody writes to it. */
const noQuery = new URLSearchParams()

/** Path of a request target, which can be any text. */
export function pathOf(target: string): string {
  const at = target.indexOf('?')
  return at < 0 ? target : target.slice(0, at)
}

function searchOf(target: string): string {
  const at = target.indexOf('?')
  return at < 0 ? '' : target.slice(at + 1)
}

/** A signed request as seen at each of our addresses, with its OAuth parameters. */
export interface Signature extends Pick<OAuthParameterSource, 'parameters'> {
  candidates: readonly SignedRequest[]
}

export function signatureOf(context: RequestContext, form: URLSearchParams | undefined): Signature {
  const { authorization, method, path } = context
  const gathered = gatherOAuth({
    authorization,
    query: context.query.size > 0 ? [...context.query] : [],
    form: form ? [...form] : [],
  })
  const { parameters, query, form: others } = gathered
  refuseUnknownMethod(parameterOf(parameters, 'oauth_signature_method'))
  const candidates = context.origins.map((origin) => {
    const url = origin + path
    return { method, url, query, form: others }
  })
  return { parameters, candidates }
}

/** Refuses an unsupported signature method by name; otherwise it would look like a wrong signature. */
function refuseUnknownMethod(method: string | undefined): void {
  if (method === undefined || signatureMethods.some((known) => known === method)) return
  throw new Refusal(
    'unauthenticated',
    `oauth_signature_method ${JSON.stringify(method.slice(0, 40))} is not supported: use ${signatureMethods.join(', ')}.`,
  )
}

/** Links opened in a browser cannot carry a header; they have it in the query, in base64. */
function authorizationOf({ method, headers }: Request, query: URLSearchParams): string | undefined {
  const inHeader = headers.get('authorization') ?? undefined
  const inQuery = query.size > 0 && method === 'GET' ? query.get('authorization') : null
  if (inQuery === null) return inHeader
  query.delete('authorization')
  return inHeader ?? Buffer.from(inQuery, 'base64').toString('utf8')
}

/**
 * The public origin, and for clients on this machine the one they connected to. A signature for any other host is not
 * meant for us.
 */
function originsOf({ isTls }: Connection, headers: Headers, origin: string): string[] {
  const host = (headers.get('host') ?? '').toLowerCase()
  const direct = `${isTls ? 'https' : 'http'}://${host}`
  return direct !== origin && isThisMachine(host) ? [direct, origin] : [origin]
}

/** A loopback address or `localhost` itself: the names below it are those of applications. */
function isThisMachine(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '')
  return name === 'localhost' || (isLoopback(name) && !name.includes('localhost'))
}

/**
 * Whether the request crossed a network in plaintext although our public URL uses TLS. A proxy that terminates TLS is
 * on this machine or among the trusted proxies.
 */
export function isExposed(
  { isTls, peer }: Pick<Connection, 'isTls' | 'peer'>,
  origin: string,
  trusted: BlockList,
): boolean {
  if (isTls || !origin.startsWith('https:') || isIP(peer) === 0) return false
  return !isLoopback(peer) && !isTrusted(peer, trusted)
}

/** Redirects browsers to HTTPS; a request with credentials is refused, so that the client does not repeat it. */
export function answerExposed(
  { method, connection }: RequestContext,
  origin: string,
  isPage: boolean,
): Response {
  if (isPage && method === 'GET') return redirect(`${origin}${connection.target}`)
  throw new Refusal(
    'invalid',
    `This address is not encrypted: use ${origin} instead, and change the secrets that you have sent.`,
  )
}
