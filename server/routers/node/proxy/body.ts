import type { IncomingMessage } from 'node:http'

/** Whether a body comes with a request: its headers have to say so (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
