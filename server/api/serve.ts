import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#platform/refusal.ts'
import { corsHeaders, preflight } from './cors.ts'
import type { EndpointTable } from './endpoint-table.ts'
import { errorReply, WrongMethod } from './error-response.ts'
import { answerExposed, isExposed, wayOf } from './exposed.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { noteForbidden, type Progress, performNoted } from './note-call.ts'
import { prepare } from './prepare.ts'
import { json, Reply } from './reply.ts'
import type { Serving } from './serving.ts'

/** A request → its endpoint → the answer. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse) {
  const { origin, trustedProxies, streams } = serving
  const incoming = readIncoming(request, { origin: origin(), trustedProxies })
  try {
    await send(streams, response, await answer(serving, request, incoming))
  } finally {
    // What a refusal left unread must not hold up the next request on this connection.
    if (!request.complete) request.resume()
  }
}

async function answer(serving: Serving, request: IncomingMessage, incoming: Incoming) {
  const { table, log, origin, trustedProxies } = serving
  const { method, path } = incoming
  const isPage = table.listOf(path).some((endpoint) => endpoint.isPage)
  if (method === 'OPTIONS' && !isPage && table.listOf(path).length > 0) {
    return preflight(table.listOf(path).map((endpoint) => endpoint.method))
  }
  let reply: Reply
  try {
    const isInClear = isExposed(wayOf(request), origin(), trustedProxies) && path !== '/health'
    reply = isInClear
      ? answerExposed(request, origin(), isPage)
      : await answerCall(serving, request, incoming)
  } catch (error) {
    reply = errorReply(error, /^\/(v4|api-tokens)(\/|$)/.test(path) ? 'v4' : 'v2', log)
  }
  return isPage ? reply : new Reply({ ...reply, headers: { ...corsHeaders, ...reply.headers } })
}

async function answerCall(serving: Serving, request: IncomingMessage, incoming: Incoming) {
  const { table, platform } = serving
  const match = table.find(incoming.method, incoming.path)
  if (!match) throw noSuchEndpoint(table, incoming)
  const progress: Progress = { ...match, from: incoming.from }
  const call = await prepare(serving, request, incoming, progress).catch(async (error) => {
    await noteForbidden(platform, progress, error)
    throw error
  })
  const answer = await performNoted(platform, progress, () => match.endpoint.handle(call))
  return answer instanceof Reply ? answer : json(answer)
}

async function send(streams: Set<ServerResponse>, response: ServerResponse, reply: Reply) {
  // Also when the caller is gone: nothing more would be heard of a stream's end.
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  if (!reply.stream) {
    const length = Buffer.byteLength(reply.body)
    const head =
      reply.status === 204 ? reply.headers : { ...reply.headers, 'content-length': length }
    response.writeHead(reply.status, head)
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

function noSuchEndpoint(table: EndpointTable, { method, path }: Incoming): Refusal {
  const methods = table.listOf(path).map((endpoint) => endpoint.method)
  return methods.length === 0 || methods.some((known) => known === method)
    ? new Refusal('missing', `There is nothing at ${path}.`)
    : new WrongMethod(path, methods)
}
