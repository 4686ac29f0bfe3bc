import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Caller } from '#platform/access/caller.ts'
import { type Permission, permitApplication, permitOwner } from '#platform/access/permissions.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import { authenticate } from './authenticate.ts'
import type { Addresses, Call, Endpoint } from './endpoint.ts'
import type { EndpointTable, Match } from './endpoint-table.ts'
import { errorReply } from './error-response.ts'
import { parseBody, readText } from './read-body.ts'
import { json, Reply } from './reply.ts'

export interface Serving {
  platform: Platform
  addresses: () => Addresses
  table: EndpointTable
  /** Answers without an end of their own that are being sent. */
  streams: Set<ServerResponse>
  /** Told of bugs. */
  log: (line: string) => void
}

/** A request → its endpoint → the answer. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse) {
  const [path = '/', search = ''] = splitOnce(request.url ?? '/', '?')
  try {
    const match = serving.table.find(request.method ?? 'GET', path)
    if (!match) throw noSuchEndpoint(serving, path)
    const call = await prepare(serving, request, match, path, search)
    const answer = await match.endpoint.handle(call)
    await send(serving, response, answer instanceof Reply ? answer : json(answer))
  } catch (error) {
    const shape = path.startsWith('/v4/') ? 'v4' : 'v2'
    await send(serving, response, errorReply(error, shape, serving.log))
  } finally {
    // What a refusal left unread must not hold up the next request on this connection.
    if (!request.complete) request.resume()
  }
}

/** Authenticates, permits, and reads the body, in that order. */
async function prepare(
  { platform, addresses }: Serving,
  request: IncomingMessage,
  { endpoint, params }: Match,
  path: string,
  search: string,
): Promise<Call> {
  const query = new URLSearchParams(search)
  const call: Omit<Call, 'body'> = {
    platform,
    addresses: addresses(),
    params,
    query,
    headers: request.headers,
    from: request.socket.remoteAddress ?? '',
    caller: undefined,
    ownerId: undefined,
    application: undefined,
  }
  if (endpoint.access !== 'anyone') {
    const signed = { method: request.method ?? 'GET', query: [...query] }
    const candidates = originsOf(request, addresses()).map((origin) => ({
      ...signed,
      url: `${origin}${path}`,
    }))
    const caller = await authenticate(platform, request.headers.authorization, candidates)
    Object.assign(call, { caller }, await permit(platform, endpoint, params, caller))
  }
  const body = endpoint.body ? parseBody(await readText(request), endpoint.body) : undefined
  return { ...call, body }
}

async function permit(
  platform: Platform,
  { access }: Endpoint,
  params: Record<string, string>,
  caller: Caller,
) {
  const [kind, permission] = access.split(':') as [string, Permission]
  if (kind === 'owner') {
    const ownerId = params.ownerId ?? caller.userId
    await permitOwner(platform, caller, permission, ownerId)
    return { ownerId }
  }
  if (kind === 'application') {
    const { applicationId = '', ownerId } = params
    const application = await permitApplication(
      platform,
      caller,
      permission,
      applicationId,
      ownerId,
    )
    return { application }
  }
  return {}
}

const ofThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/

/**
 * The origins that the caller may have signed: the public address, and for callers on this machine the one they
 * have connected to. A signature for any other host was not meant for us.
 */
function originsOf(request: IncomingMessage, { api }: Addresses): string[] {
  const host = (request.headers.host ?? '').toLowerCase()
  const isTls = (request.socket as TLSSocket).encrypted === true
  const direct = `${isTls ? 'https' : 'http'}://${host}`
  return ofThisMachine.test(host) && direct !== api ? [direct, api] : [api]
}

async function send({ streams }: Serving, response: ServerResponse, reply: Reply): Promise<void> {
  // Also when the caller is gone: nothing more would be heard of a stream's end.
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  if (!reply.stream) {
    const length = Buffer.byteLength(reply.body)
    response.writeHead(reply.status, { ...reply.headers, 'content-length': length })
    response.end(reply.body)
    return
  }
  response.writeHead(reply.status, reply.headers)
  const gone = new AbortController()
  streams.add(response)
  response.on('close', () => {
    streams.delete(response)
    gone.abort()
  })
  await reply.stream(response, gone.signal)
  response.end()
}

function noSuchEndpoint({ table }: Serving, path: string): Refusal {
  const methods = table.methodsOf(path)
  return new Refusal(
    'missing',
    methods.length > 0
      ? `${path} answers to ${methods.join(', ')} only.`
      : `There is nothing at ${path}.`,
  )
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
