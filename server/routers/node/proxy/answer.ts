import type { IncomingMessage, ServerResponse } from 'node:http'
import { pump } from './body.ts'
import { pairsOf, towardsVisitor } from './headers.ts'

/** Hands an application's answer on as it comes. Returns false when its head is none that can be sent. */
export function relay(
  incoming: IncomingMessage,
  response: ServerResponse,
  cookie: string | undefined,
): boolean {
  const headers = towardsVisitor(incoming.rawHeaders)
  if (cookie) headers.push('Set-Cookie', cookie)
  if (incoming.headers.trailer && isSentInChunks(incoming, response.req)) {
    headers.push('Trailer', incoming.headers.trailer)
  }
  try {
    response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, headers)
  } catch {
    // Node reads more than it agrees to write: a status of 099, say.
    incoming.destroy()
    return false
  }
  let isFlushed = false
  pump(incoming, response, () => {
    isFlushed = true
  })
  incoming.on('end', () => {
    isFlushed = true
    if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers))
    response.end()
  })
  incoming.on('error', () => response.destroy())
  // What came together with the head has been handed on by now; an answer that dawdles shows its head at once.
  process.nextTick(() => isFlushed || response.flushHeaders())
  return true
}

/** Only where a message is sent in chunks can trailers be announced; Node takes anything else for a mistake. */
function isSentInChunks(
  { headers, statusCode }: IncomingMessage,
  parsed: IncomingMessage,
): boolean {
  const mayHaveBody = parsed.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  return mayHaveBody && headers['transfer-encoding'] !== undefined && parsed.httpVersion === '1.1'
}
