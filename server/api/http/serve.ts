import type { IncomingMessage, ServerResponse } from 'node:http'
import { performDelivered } from '#api/audit/log-provider-call.ts'
import { noteForbidden, type Progress, performNoted } from '#api/audit/with-audit.ts'
import { answerExposed, isExposed, wayOf } from '#api/auth/require-tls.ts'
import { queryTooLong } from '#api/limits/form-parameters.ts'
import { Refusal } from '#platform/refusal.ts'
import { corsHeaders, preflight } from './cors.ts'
import type { Call } from './endpoint.ts'
import type { Place } from './endpoint-table.ts'
import { type ErrorShape, errorReply, WrongMethodError } from './error-response.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { prepare } from './prepare.ts'
import { json, Reply } from './reply.ts'
import type { Serving } from './serving.ts'

/** A request → its endpoint → the answer. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse) {
  const { table, origin, trustedProxies, streams } = serving
  const incoming = readIncoming(request, { origin: origin(), trustedProxies })
  const place = table.at(incoming.path)
  try {
    const reply = await answer(serving, request, incoming, place)
    using _slots = reply.stream?.slots
    const around = place?.hasPage ? {} : corsHeaders
    if (reply.stream) await sendStream(streams, response, reply, around)
    else sendWhole(response, reply, around)
  } finally {
    // What a refusal left unread must not hold up the next request on this connection.
    if (!request.complete) request.resume()
  }
}

async function answer(
  serving: Serving,
  request: IncomingMessage,
  incoming: Incoming,
  place: Place | undefined,
): Promise<Reply> {
  const { origin, trustedProxies, log } = serving
  const { method, path } = incoming
  if (method === 'OPTIONS' && place && !place.hasPage) {
    return preflight(place.endpoints.map((endpoint) => endpoint.method))
  }
  try {
    const isInClear = isExposed(wayOf(request), origin(), trustedProxies) && path !== '/health'
    if (isInClear) return answerExposed(request, origin(), place?.hasPage ?? false)
    return await answerCall(serving, request, incoming, place)
  } catch (error) {
    return errorReply(error, shapeFor(request, path), log)
  }
}

/** Somebody who opens an address in a browser gets a page; whoever sends credentials is a program. */
function shapeFor({ method, headers }: IncomingMessage, path: string): ErrorShape {
  const isBrowser = /\btext\/html\b/.test(headers.accept ?? '') && !headers.authorization
  if (isBrowser && (method === 'GET' || method === 'HEAD')) return 'page'
  return /^\/(v4|api-tokens)(\/|$)/.test(path) ? 'v4' : 'v2'
}

async function answerCall(
  serving: Serving,
  request: IncomingMessage,
  incoming: Incoming,
  place: Place | undefined,
): Promise<Reply> {
  const { platform } = serving
  if (incoming.isQueryTooLong) throw queryTooLong()
  const match = place?.match(incoming.method)
  if (!match) throw noSuchEndpoint(place, incoming)
  const { endpoint, params } = match
  const progress: Progress = { endpoint, params, from: incoming.from }
  let call: Call
  try {
    call = await prepare(serving, request, incoming, progress)
  } catch (error) {
    await noteForbidden(platform, progress, error)
    throw error
  }
  const perform = () => endpoint.handle(call)
  const answer = await (endpoint.access === 'provider'
    ? performDelivered(platform, progress, { incoming, body: call.body }, perform)
    : endpoint.action
      ? performNoted(platform, progress, perform)
      : perform())
  return answer instanceof Reply ? answer : json(answer)
}

type Headers = Reply['headers']

function sendWhole(response: ServerResponse, { status, headers, body }: Reply, around: Headers) {
  if (isOver(response)) return
  const head =
    status === 204
      ? { ...around, ...headers }
      : { ...around, ...headers, 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, head)
  response.end(body)
}

async function sendStream(
  streams: Set<ServerResponse>,
  response: ServerResponse,
  { status, headers, stream }: Reply,
  around: Headers,
) {
  if (isOver(response)) return
  response.writeHead(status, { ...around, ...headers })
  const gone = new AbortController()
  streams.add(response)
  response.on('close', () => {
    streams.delete(response)
    gone.abort()
  })
  await stream?.send(response, gone.signal)
  response.end()
}

/** Also when the caller is gone: nothing more would be heard of a stream's end. */
function isOver(response: ServerResponse): boolean {
  if (!response.headersSent && !response.destroyed) return false
  response.destroy()
  return true
}

function noSuchEndpoint(place: Place | undefined, { method, path }: Incoming): Refusal {
  const methods = place?.endpoints.map((endpoint) => endpoint.method) ?? []
  return methods.length === 0 || methods.some((known) => known === method)
    ? new Refusal('missing', `Not found: ${path}.`)
    : new WrongMethodError(path, methods)
}
