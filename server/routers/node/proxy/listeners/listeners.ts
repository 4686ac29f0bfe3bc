import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import { createServer } from '#kit/net/http.ts'
import { openProtocolMux, type ProtocolMux } from '#kit/net/protocol-mux.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import { sendToHttps, serve, serveUpgrade } from '#routers/node/proxy/serve.ts'
import type { Ports, RouterSettings } from '#routers/node/router-commands.ts'
import type { Certificates } from './certificates.ts'

const limits: ServerOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 30_000,
  // Uploads have no time limit; a stalled one is ended by the timeout of its response.
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 10_000,
  optimizeEmptyRequests: true,
  // Clients offer HTTP/2 optionally; such an offer is not passed to the application as an upgrade.
  shouldUpgradeCallback: ({ headers }) => !/\bh2c\b/i.test(headers.upgrade ?? ''),
}

/** Idle timeout of a connection without traffic in either direction. */
const maxSilence = 3_600_000

/** A port could not be opened. */
export class ListenError extends Error {
  readonly code: string | undefined
  readonly port: keyof Ports

  constructor(port: keyof Ports, cause: NodeJS.ErrnoException) {
    super(cause.message, { cause })
    this.code = cause.code
    this.port = port
  }
}

/** Opens the HTTP and HTTPS listeners. */
export async function openListeners(
  { host }: RouterSettings,
  ports: Ports,
  context: RouterContext,
  certificates: Certificates,
): Promise<Record<keyof Ports, ProtocolMux>> {
  const plain = takingVisitors(context, createServer(limits))
  const secure = () => {
    // TLS is half of the router's start time, so it is loaded for the first visitor.
    const https = process.getBuiltinModule('node:https')
    const server = https.createServer({
      ...limits,
      ...tlsListenerPolicy,
      SNICallback: (name, done) => done(null, certificates.contextFor(name.toLowerCase())),
    })
    certificates.showIn(server)
    return takingVisitors(context, server)
  }
  const strays = createServer(limits, (_, response) => sendToHttps(context, response))
  const http = await listening('http', { host, port: ports.http, onHttp: plain })
  try {
    const https = await listening('https', {
      host,
      port: ports.https,
      onTls: secure,
      onHttp: strays,
    })
    return { http, https }
  } catch (error) {
    await http.close(0)
    throw error
  }
}

function takingVisitors<S extends Server>(context: RouterContext, server: S): S {
  // Above this count Node silently drops headers; their size is limited anyway.
  server.maxHeadersCount = 0
  server.timeout = maxSilence
  const onRequest: RequestListener = (_, response) => serve(context, response)
  server.on('request', onRequest)
  server.on('checkContinue', onRequest)
  server.on('upgrade', (request, socket, head) =>
    serveUpgrade(context, request, socket as Socket, head),
  )
  return server
}

async function listening(port: keyof Ports, options: Parameters<typeof openProtocolMux>[0]) {
  try {
    return await openProtocolMux(options)
  } catch (error) {
    throw new ListenError(port, error as NodeJS.ErrnoException)
  }
}
