import type { RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from '#kit/http.ts'
import { type OnePort, openOnePort } from '#kit/one-port.ts'
import type { Identity } from '#kit/x509.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Addresses } from './endpoint.ts'
import { createEndpointTable } from './endpoint-table.ts'
import { endpoints } from './endpoints.ts'
import { errorReply } from './error-response.ts'
import { serve } from './serve.ts'

export interface ApiDoorOptions {
  host: string
  port: number
  identity: Identity
  platform: Platform
  addresses: () => Addresses
  log: (line: string) => void
}

/** The API, plain and over TLS on one port. */
export async function openApiDoor(options: ApiDoorOptions): Promise<OnePort> {
  const streams = new Set<ServerResponse>()
  const serving = { ...options, table: createEndpointTable(endpoints), streams }
  const door = await openHttpDoor(options, (request, response) => {
    serve(serving, request, response).catch((error: Error) => {
      options.log(`bug: ${error.stack}`)
      response.destroy()
    })
  })
  return {
    port: door.port,
    close(deadline) {
      // Their readers come back to the next server; waiting for their end would be in vain.
      for (const response of streams) response.destroy()
      return door.close(deadline)
    },
  }
}

/** The bridge takes API tokens; none can be issued yet, so every call lacks a valid one. */
export function openBridgeDoor(options: ApiDoorOptions): Promise<OnePort> {
  return openHttpDoor(options, (request, response) => {
    request.resume()
    const refusal = new Refusal(
      'unauthenticated',
      'The bridge takes API tokens only: send Authorization: Bearer with a valid one.',
    )
    const { status, headers, body } = errorReply(refusal, 'v4', options.log)
    response.writeHead(status, headers).end(body)
  })
}

function openHttpDoor({ host, port, identity }: ApiDoorOptions, listener: RequestListener) {
  const limits = { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 30_000 }
  const plain = createServer(limits, listener)
  const secure = createTlsServer(
    { ...limits, cert: identity.certificate, key: identity.key },
    listener,
  )
  return openOnePort({ host, port, onHttp: plain, onTls: secure })
}
